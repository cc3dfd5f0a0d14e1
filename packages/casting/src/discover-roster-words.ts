import { NAME_ENDING_WORDS } from './function-words.ts';
import { speechVerbEnding } from './speech-verbs.ts';

/** Function characters that no name holds, unlike verbs such as 喜 or 忙. */
const NEVER_IN_NAMES = new Set(
  '的了着是在也又便就都才却还不没很把被给跟从说道问叫喊听见这那他它她你我们因遂吗呢吧啊则即很太最更再各每些个位所而但或者得地怎么什谁哪儿里外去过起到对往',
);

const NAME_CHARACTER = /[\u3007\u4e00-\u9fffA-Za-zＡ-Ｚａ-ｚ·]/;

/** True for a character that may stand in a name. 儿 may, though it rarely begins to. */
export function isNameCharacter(char: string): boolean {
  return char === '儿' || (NAME_CHARACTER.test(char) && !NEVER_IN_NAMES.has(char));
}

/** True where a word begins that ends the name before it (一面, 忽然). */
export function startsFunctionWord(text: string, at: number): boolean {
  return NAME_ENDING_WORDS.has(text.slice(at, at + 2)) || NAME_ENDING_WORDS.has(text.slice(at, at + 3));
}

/** First characters of what people do with face, voice, hands and feet. */
const ACTS = new Set(
  '说道问答喊叫骂嚷笑哭叹喝唱念想看望瞧瞪盯瞥瞅听皱眯眨点摇抬低垂站坐躺跪蹲走跑跳转回伸举拿抱拍推拉扯抓捏握递接掏抹擦咬吞咽喘愣怔呆沉冷哼嗯噗嘿咳清扬挑挠耸摊撇嘟瘫弹揉撸翻扑靠凑退踱踩扒拽抢夺挥甩扔掀撑扶搂牵挽眉脸把将冲朝对跟放打丢端带给',
);
/** What may stand between a subject and its verb. */
const ADVERBS =
  /^(?:忽然|突然|终于|立刻|立即|连忙|赶紧|赶忙|急忙|慌忙|仍然|依旧|只好|似乎|好像|一把|一边|一面|一脸|有些|有点|没有|微微|轻轻|慢慢|缓缓|淡淡|冷冷|[\u4e00-\u9fff]{2,4}地|[也又便就都才却还只正忙已刚再仍直一不没先也]){0,2}/;

/** Whether the clause goes on at `at` with something that only a person does. */
export function actsAsPerson(text: string, at: number, to: number): boolean {
  const rest = text.slice(at, Math.min(to, at + 12));
  if (/^的(?:声音|嗓音|目光|眼神|脸|手|嘴角|眉头)/.test(rest)) return true;
  const skipped = ADVERBS.exec(rest)?.[0].length ?? 0;
  if (skipped < rest.length && ACTS.has(rest.charAt(skipped))) return true;
  return to - at <= 8 && to > at && speechVerbEnding(text, at, to) >= 0;
}

/** Surnames that are far commoner as words: a name that begins with one needs more witnesses. */
export const DOUBTFUL_SURNAMES = new Set(
  '和于向单方时常连计明全应都经从满命乐益尚平通空强水成元车东古文能居步越司官宫仰盖充终种红游权相那后莫易路解查',
);

/** Words of looks that make an epithet a person: 黑衣人, 灰袍老者, 刀疤脸, 金丝眼镜. */
export const EPITHET_END =
  /^[\u4e00-\u9fff]{1,4}(?:[衣袍裙面脸装甲服]人|年轻人|中年人|老者|老人|汉子|大汉|男子|女子|男人|女人|少年|少女|青年|老头|老头儿|老头子|老太太|老太|老妇|妇人|婆婆|女孩|男孩|姑娘|小伙|小伙子|小哥|[疤痕面]脸|眼镜|胡子|胡须|光头|胖子|瘦子|道人|和尚|公子|侍女|丫鬟|护士|保安|司机|士兵)$/;

/** Words that begin no name though each of their characters may stand in one. */
export const NEVER_FIRST = new Set(
  '最很太更再各每些所以而但或越众诸群几某该此其伊这那哪什怎未穿有无之与及乃且已向将来若',
);

/** Words of age, sex and kind that mean somebody else in every scene. */
export const CROWD_NOUNS = new Set(
  '人 女人 男人 妇人 女子 男子 孩子 小孩 男孩 女孩 小孩子 姑娘 小姑娘 小伙子 少年 少女 青年 年轻人 中年人 老人 老者 老头 老头子 老头儿 老女人 老太婆 老汉 大汉 汉子 胖子 瘦子 矮子 客人 邻居 新人 家伙 小子 老婆 女童 男童 书生 妖精 妖怪 妖魔 怪物 士兵 兵'.split(
    ' ',
  ),
);
