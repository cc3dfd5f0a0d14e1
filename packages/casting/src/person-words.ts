import type { Sex } from './types.ts';

const SINGLE_SURNAMES =
  '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏窦章苏潘葛奚范彭郎鲁韦昌马苗凤方俞任袁柳鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯管卢莫经房裘缪干解应宗丁宣邓郁单杭洪包诸左石崔吉龚程邢裴陆荣翁甄曲封储靳焦牧车侯宓全班仰秋仲伊宫宁仇栾甘厉戎祖武符刘景詹束龙叶幸司韶黎薄印白蒲台鄂索赖卓蔺屠蒙池乔阴能苍双闻莘党翟谭贡劳姬申扶堵冉宰郦雍桑桂牛寿通边扈燕冀尚农温别庄晏柴瞿阎慕连茹习宦艾鱼容向古易廖庾终居衡步都耿满匡国文寇广东沃利蔚越隆师巩聂晁勾敖融冷辛那简饶空曾沙鞠关蒯相查荆红游权盖益桓公倪单';

const DOUBLE_SURNAMES = [
  '欧阳',
  '司马',
  '上官',
  '诸葛',
  '东方',
  '皇甫',
  '尉迟',
  '公孙',
  '慕容',
  '令狐',
  '司徒',
  '端木',
  '夏侯',
  '独孤',
  '南宫',
  '西门',
];

/** Length of the surname that `name` starts with, 0 when none. */
export function surnameLength(name: string): number {
  if (DOUBLE_SURNAMES.some((surname) => name.startsWith(surname))) return 2;
  return name.length > 0 && SINGLE_SURNAMES.includes(name.charAt(0)) ? 1 : 0;
}

const FEMALE_TITLES =
  '道婆 嫂子 大嫂 嫂 妈妈 大妈 妈 婆婆 婆子 婆 奶奶 太太 老太 姑娘 小姐 夫人 姐姐 姐儿 姐 妹妹 妹 母 娘娘 娘 女士 婶子 婶 姨妈 姨娘 姨 姑妈 姑姑 媳妇 家的 丫头 丫鬟 仙子 仙姑 公主 皇后 贵妃 妃 尼姑 婆娘 老母 女人 女孩 氏 菩萨 大娘 大姐 大婶 阿姨 嬷嬷 学姐 学妹 师姐 师妹 女士 太后 郡主 王妃 师娘 小妹'.split(
    ' ',
  );
const MALE_TITLES =
  '老爷 少爷 大爷 爷爷 爷 公公 大叔 叔叔 叔 大伯 伯伯 伯 哥哥 大哥 哥儿 哥 弟弟 弟 公 翁 父 爹 舅舅 舅 公子 和尚 道士 道人 长老 法师 国王 大王 大圣 太子 将军 员外 相公 秀才 举人 老头子 老头 老汉 汉子 汉 小子 小厮 男人 爵爷 元帅 天王 星君 真人 行者 禅师 老祖 真君 大仙 龙王 阎王 魔王 太尉 丞相 学长 学弟 王爷 侯爷 世子 皇上 先生 师兄 师弟 老弟 大侠'.split(
    ' ',
  );
const NEUTRAL_TITLES =
  '老师 师傅 师父 大夫 医生 掌柜 老板 经理 主任 队长 局长 校长 县长 村长 书记 秘书 警官 警察 博士 教授 同志 护士 伙计 大人 大臣 道长 管家 总管 司机 徒弟 助理 特助 太医 总监 总裁 董事长 院长 厂长 镇长 乡长 站长 班长 组长 连长 营长 团长 排长 教练 导演 编辑 记者 律师 法医 探长 警长 队 同学 班主任 掌门 宗主 门主 教主 长老 殿下 陛下 师尊 师叔 师伯 师祖 管事 护卫 侍卫 统领 官 精 怪 妖 仙'.split(
    ' ',
  );

const byLength = (a: string, b: string): number => b.length - a.length;

/** Titles that may end a name (康大叔, 赵七爷, 单四嫂子), longest first. */
export const TITLES: readonly string[] = [...FEMALE_TITLES, ...MALE_TITLES, ...NEUTRAL_TITLES].sort(byLength);

/** Nouns that name a person by kinship, trade or looks without a proper name, longest first. */
export const PERSON_NOUNS: readonly string[] = (
  '母亲 父亲 祖父 祖母 外婆 外公 外祖母 爷爷 奶奶 爸爸 妈妈 爹爹 爹 娘 妻子 丈夫 媳妇 儿媳 儿子 女儿 孙子 孙女 哥哥 弟弟 姐姐 妹妹 叔叔 伯伯 舅舅 姑姑 姑妈 姨妈 婶婶 大伯 伯父 叔父 ' +
  '岳父 岳母 公公 婆婆 嫂子 侄儿 先生 太太 老爷 少爷 小姐 老太太 老太爷 姑娘 掌柜 老板 老板娘 伙计 师傅 师父 徒弟 医生 大夫 护士 警察 巡警 队长 司机 老师 校长 学生 车夫 ' +
  '老头子 老头 老头儿 老人 老婆子 老太婆 老女人 女人 男人 妇人 汉子 老汉 少年 青年 少女 孩子 小孩 男孩 女孩 老妈子 丫头 丫鬟 小厮 婆子 和尚 道士 道人 尼姑 皇帝 国王 将军 县官 ' +
  '秀才 举人 账房 厨子 长工 门房 邻居 客人 老者 老翁 老妪 老婆婆 仆人 侍女 士兵 兵 人 家伙 小子 胖子 瘦子 矮子 瞎子 聋子 哑巴 驼背 胡子 大汉 女子 男子 妖精 妖怪 猴王 樵夫 渔翁 土地 山神 皇上 皇后 太后 贵妃 陛下 殿下 王爷 侯爷 世子 公主 郡主 嬷嬷 公公 太监 太医 掌门 宗主 师尊 师兄 师姐 师弟 师妹 系统 总裁 院长 爷 保安 年轻人 中年人 老太监 小伙子 小姑娘 主子 小丫头子 小丫头 小丫鬟 老嬷嬷 小尼姑 小二 店家 婆娘 新人'
)
  .split(' ')
  .sort(byLength);

const FEMALE_NOUNS = new Set(
  '母亲 祖母 外婆 外祖母 奶奶 妈妈 娘 妻子 媳妇 儿媳 女儿 孙女 姐姐 妹妹 姑姑 姑妈 姨妈 婶婶 岳母 婆婆 嫂子 太太 小姐 老太太 姑娘 老板娘 护士 老婆子 老太婆 老女人 女人 妇人 少女 女孩 老妈子 丫头 丫鬟 婆子 尼姑 老妪 老婆婆 侍女 女子 小丫头子 小丫头 小丫鬟 老嬷嬷 小尼姑 婆娘'.split(
    ' ',
  ),
);
const MALE_NOUNS = new Set(
  '父亲 祖父 外公 爷爷 爸爸 爹爹 爹 丈夫 儿子 孙子 哥哥 弟弟 叔叔 伯伯 舅舅 大伯 伯父 叔父 岳父 公公 老爷 少爷 老太爷 老头子 老头 老头儿 男人 汉子 老汉 男孩 小厮 和尚 道士 道人 皇帝 国王 将军 秀才 举人 小子 老翁 大汉 男子'.split(
    ' ',
  ),
);

/** Sex that a name's title or noun gives away, or null. */
export function sexOfName(name: string): Sex {
  const noun = PERSON_NOUNS.find((word) => name.endsWith(word));
  if (noun !== undefined && FEMALE_NOUNS.has(noun)) return 'female';
  if (noun !== undefined && MALE_NOUNS.has(noun)) return 'male';
  const title = TITLES.find((word) => name.endsWith(word) && name.length > word.length);
  if (title === undefined) return null;
  return FEMALE_TITLES.includes(title) ? 'female' : MALE_TITLES.includes(title) ? 'male' : null;
}

/** Titles that turn a known name into another person: 七斤 → 七斤嫂, 周瑞 → 周瑞家的. */
export const RELATIVE_TITLES: readonly string[] = [
  '嫂子',
  '嫂',
  '家的',
  '媳妇',
  '太太',
  '奶奶',
  '妈',
  '娘',
  '爹',
  '婆',
];

/** Words for several speakers at once. */
export const GROUP_WORDS: readonly string[] =
  '众人 大家 他们 她们 人们 大伙儿 大伙 众位 众姊妹 众丫鬟 众丫头 众婆子 众媳妇 众小厮 众僧 众妖 众猴 众神 众将 众官 众亲友 旁人 别人 人人 有些人 那些人 这些人 一些人 许多人 几个人 村人 看客 看的人 听的人 满座的人 孩子们 人群 群臣 众臣 群雄 百官 围观的人 两人 二人 三人 两个人 群妖 小妖们 众小妖 街坊们 女人们 男人们 学生们'.split(
    ' ',
  );

/** Words for one speaker whom nobody names. */
export const ANONYMOUS_WORDS: readonly string[] =
  '有人 有的 一人 某人 有一个 有个人 不知谁 不知是谁 一客 一个声音 另一个 又一个 那一个 一个人 另一人 有一人'.split(
    ' ',
  );

/** Role names that stand for groups in a roster. */
export const GROUP_ROLE_NAMES: readonly string[] = ['群体', '众人', '群众', '大家', '群杂'];

/** Role names that stand for unnamed speakers in a roster. */
export const ANONYMOUS_ROLE_NAMES: readonly string[] = ['匿名', '路人', '路人甲', '龙套', '无名'];
