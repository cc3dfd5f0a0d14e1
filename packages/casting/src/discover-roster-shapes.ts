import type { HeadTally } from './discover-roster-heads.ts';
import { holdsVerb } from './discover-roster-heads.ts';
import { DOUBTFUL_SURNAMES, EPITHET_END, NEVER_FIRST } from './discover-roster-words.ts';
import { NAME_ENDING_WORDS, OPENERS, STOP_WORDS } from './function-words.ts';
import { ANONYMOUS_WORDS, GROUP_WORDS, PERSON_NOUNS, surnameLength, TITLES } from './person-words.ts';

const NOUNS = new Set(PERSON_NOUNS.filter((noun) => noun.length > 1));
const NOBODY = new Set<string>([...STOP_WORDS, ...GROUP_WORDS, ...ANONYMOUS_WORDS, ...OPENERS]);
const PLACES = /[里上下中时后前间边面内外处次番声句年月日天夜]$/;

/** True for kinship, trade or looks without a proper name. */
export function isPersonNoun(name: string): boolean {
  return NOUNS.has(name);
}

/** True when the words end in a title that something stands before (康大叔, 赵七爷). */
export function isTitled(name: string): boolean {
  return TITLES.some((title) => name.endsWith(title) && name.length > title.length);
}

/** True for nouns and epithets that may mean many people: 掌柜, 小丫头, 黑衣人; kinship mostly means one. */
export function isGeneral(name: string): boolean {
  if (KIN.test(name)) return false;
  return isPersonNoun(name) || isPersonNoun(name.slice(1)) || EPITHET_END.test(name);
}

/** People by build or by what they wear: 胖裁判, 红围巾. */
const LOOKS =
  /^[胖瘦秃矮][\u4e00-\u9fff]{2}$|^[红白黑灰蓝绿黄紫青花粉](?:围巾|毛衣|帽子|裙子|夹克|风衣|大衣|西装|衬衫|衬衣|棉袄|旗袍|领带|马甲|头巾|雨衣|制服|披风|斗篷|长衫|布衫)$/;

const KIN =
  /^(?:母亲|父亲|祖父|祖母|外婆|外公|外祖母|爷爷|奶奶|爸爸|妈妈|爹爹|妻子|丈夫|哥哥|弟弟|姐姐|妹妹|叔叔|伯伯|舅舅|姑姑|姑妈|姨妈|婶婶|大伯|岳父|岳母|嫂子|大哥|老太太|老太爷|师父|皇上|皇后|太后|陛下|师尊|系统)$/;

/** 点头, 抬手, 跺脚: what people do with their bodies, not who they are. */
const GESTURE =
  /^(?:[点摇抬低垂伸摆拍跺叩碰携睁转回抽翻欠起探侧弯躬挺皱撇咬张闭住止流拭含举搓拱眨眯抿咧缩耸扭磕捶揉挥招甩顿跌掩掉落提动停驻咽吸吐喘插松放握][头手脚眼身口嘴牙眉泪步足腰脸目肩鼻唇气指拳开下上]|冷笑|微笑|苦笑|大笑|傻笑|陪笑|请安|害怕)$/;

const FAMILY =
  /(?:兄弟|姐妹|兄妹|父子|父女|母子|母女|夫妻|夫妇|父母|师徒|们)$|^.家$|^(?!亲).家[兄弟姐妹父母]/;
/** 第三, 好一阵, 田姓, 齐声呐: numbers, spells of time, what a family is called, the manner of a voice. */
const NEVER_PEOPLE =
  /^第[一二三四五六七八九十]+$|一[阵会番]|姓$|^[齐高大低同厉轻连颤失]声|^当儿$|^位|[里外上下]人$|^命人/;
const WORDS = new Set(
  '可以 老实 老是 老早 危险 小子 分明 小心 小声 大声 高声 高大 平时 平静 安静 明显 明白 方便 方才 政府 公司 脑袋 可怜 一定 学校 医院 电话 手机 电脑 消息 短信 广播 电视'.split(
    ' ',
  ),
);

function isNobody(name: string): boolean {
  return (
    NOBODY.has(name) ||
    NAME_ENDING_WORDS.has(name) ||
    NEVER_FIRST.has(name.charAt(0)) ||
    GESTURE.test(name) ||
    NEVER_PEOPLE.test(name) ||
    FAMILY.test(name) ||
    WORDS.has(name)
  );
}

/** False for words that are nobody whatever stands around them: places, gestures, families, function words. */
export function mayBePerson(name: string): boolean {
  return !isNobody(name) && !PLACES.test(name);
}

/** Whether something in the words themselves says that they are a name. */
export function hasNameShape(name: string): boolean {
  if (isPersonNoun(name) || isTitled(name) || name.includes('·')) return true;
  if (/^[阿小老]./.test(name) && name.length <= 3) return true;
  if (/^[^女孩花这那哪鸟一会]{1,2}儿$/.test(name)) return true;
  const surname = surnameLength(name);
  return surname > 0 && name.length - surname >= 1 && name.length - surname <= 2;
}

/** Whether the words that open clauses so often, and do so much there, are somebody's name. */
export function isPlausibleName(name: string, tally: HeadTally): boolean {
  if (isNobody(name)) return false;
  if (isPlace(tally)) return false;
  return isCleanName(name, tally) || isRecurringName(name, tally);
}

/** 高台上, 高台下: only places have an above and a below. */
function isPlace({ speaks, followers }: HeadTally): boolean {
  return speaks === 0 && /^[上下里中内外前后边旁]+$/.test(followers);
}

/** Names that were cut out whole by a verb or a title behind them. */
function isCleanName(
  name: string,
  { clean, speaks, beats, direct, heads, acts, followers }: HeadTally,
): boolean {
  if (clean === 0) return false;
  if (PLACES.test(name) && speaks < 3) return false;
  const shaped = hasNameShape(name);
  if (EPITHET_END.test(name) && !isPersonNoun(name) && !(shaped && speaks >= 1))
    return direct >= 1 || speaks >= 2 || (heads >= 2 && (name.length >= 4 || acts >= 2));
  if (LOOKS.test(name)) return speaks >= 1 || beats >= 1 || acts >= 1;
  if (isPersonNoun(name)) return speaks >= 1;
  // 赵家的狗: a family's rather than its wife.
  if (/^.家的$/.test(name)) return direct >= 1 || speaks >= 2;
  if (shaped && /[边人怎么地]/.test(name.slice(1)) && !isTitled(name)) return speaks >= 3;
  // 方, 满, 命 … begin more phrases (方欲去, 命丫鬟) than names.
  if (shaped && DOUBTFUL_SURNAMES.has(name.charAt(0)) && !isTitled(name)) return speaks >= 2 || clean >= 6;
  if (shaped) return speaks >= 1 || clean >= 4 || (beats >= 1 && clean >= 2);
  if (
    name.length <= 3 &&
    clean >= 4 &&
    followers.length >= 4 &&
    acts >= 2 &&
    speaks * 8 >= clean &&
    acts * 4 >= heads
  )
    return true;
  return name.length <= 4 && (speaks >= 2 || (direct >= 1 && clean >= 2));
}

/**
 * Words with less to show for them (碧痕道, “许太医，…”), names if the book has them elsewhere too; `called` is how often
 * somebody is called so.
 */
export function isRareName(name: string, tally: HeadTally, called: number): boolean {
  if (isNobody(name) || isPlace(tally)) return false;
  if ((PLACES.test(name) && !isPersonNoun(name)) || name.length > 4) return false;
  const { direct, acts, beats, heads, speaks } = tally;
  const alive = acts + beats + speaks + called;
  if (isPersonNoun(name)) return beats >= 1 || acts >= 2 || (KIN.test(name) && called >= 2);
  if (/^.家的$/.test(name)) return direct >= 1;
  if (isTitled(name)) return alive >= 1;
  if (surnameLength(name) > 0 && name.length >= 3) return alive > called || called >= 2;
  if (hasNameShape(name) && !DOUBTFUL_SURNAMES.has(name.charAt(0)) && !holdsVerb(name))
    return (
      called >= 2 || (called >= 1 && heads >= 1) || (heads >= 2 && alive >= 1) || (beats >= 1 && acts >= 1)
    );
  return direct >= 1 && name.length <= 3 && !holdsVerb(name);
}

/** Names that the words behind them set apart: they come again and again, each time with something else behind. */
function isRecurringName(name: string, { heads, acts, beats, followers }: HeadTally): boolean {
  if (PLACES.test(name) || name.length > 4 || followers.length < 2) return false;
  if (name.length === 1) return heads >= 3 && followers.length >= 3;
  const ratio = acts / heads;
  const shaped = hasNameShape(name) && !DOUBTFUL_SURNAMES.has(name.charAt(0));
  if (holdsVerb(name) || !/^[\u3007\u4e00-\u9fff]/.test(name))
    return heads >= 4 && acts >= 3 && followers.length >= 3 && ratio >= 0.3;
  if (shaped && heads >= 6 && followers.length >= 5 && acts >= 2) return true;
  if (shaped) return ratio >= 0.25 && (acts >= 2 || (acts >= 1 && beats >= 1));
  return heads >= 3 && followers.length >= 3 && acts >= 2 && ratio >= 0.4;
}
