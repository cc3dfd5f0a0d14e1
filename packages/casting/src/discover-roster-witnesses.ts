import { DOUBTFUL_SURNAMES, isNameCharacter } from './discover-roster-words.ts';
import { NAME_ENDERS } from './function-words.ts';
import type { WordCount } from './discover-roster-counts.ts';
import type { HeadTally } from './discover-roster-heads.ts';
import { isPersonNoun, mayBePerson } from './discover-roster-shapes.ts';
import type { Layout } from './narration.ts';
import { surnameLength } from './person-words.ts';

/** Characters that write foreign names; those of `MARKED` stand in few Chinese words. */
const FOREIGN = new Set(
  '阿埃艾爱安奥巴贝比彼宾波伯博布查达戴丹当道德邓迪蒂蒙杜多顿恩尔法菲费弗佛福冈盖戈格古哈海汉赫亨胡霍基吉加贾杰金卡凯坎康柯科克肯孔库奎昆拉莱兰朗劳雷蕾里丽利莉连廉列烈林琳隆鲁路卢露伦罗洛马玛迈曼梅门米密莫默姆穆娜奈南内尼努诺帕潘佩皮珀普齐奇恰乔切琼日瑞撒萨塞桑森莎沙山舍史什斯思丝苏所索塔泰坦汤唐特提铁廷图托陀瓦万旺威韦维温文翁沃伍武乌西希锡谢辛休雅亚扬耶叶伊因英尤约泽扎詹珍朱兹佐',
);
const MARKED = new Set('雷埃奥蒂尔弗戈赫霍柯娜妮诺姆珀莎萨塞斯丝特廷瓦韦维沃兹佐蕾莉伦曼普克德拉卡');

/** Foreign names without a dot (古铁雷斯): runs of four to six characters that write foreign words, found twice in the book. */
export function foreignNames(texts: readonly string[]): string[] {
  const times = new Map<string, number>();
  for (const text of texts) {
    for (let at = 0; at < text.length; at++) {
      if (!FOREIGN.has(text.charAt(at))) continue;
      let end = at;
      let marked = 0;
      while (end < text.length && FOREIGN.has(text.charAt(end))) if (MARKED.has(text.charAt(end++))) marked++;
      if (end - at >= 4 && end - at <= 6 && marked >= 1) {
        const run = text.slice(at, end);
        times.set(run, (times.get(run) ?? 0) + 1);
      }
      at = end;
    }
  }
  return [...times].filter(([, count]) => count >= 2).map(([run]) => run);
}

/** 叫我“青鸟”, 名叫“小鹿”: the marks say where the name ends. */
const TOLD = /(?:名叫|名唤|[叫喊]我)[“「『‘]([\u4e00-\u9fff]{2,4})[”」』’]/g;
/** 我是船长沈知微。 */
const SELF =
  /(?<=[“「『"，。！？])我(?:是|就是|叫)[\u4e00-\u9fff]{1,4}[长员官师工兵生]([\u4e00-\u9fff]{2,3})(?=[，。！])/g;

/** Names that somebody is told to have: 叫我“X”, and 我是船长沈知微 with a surname and a trade before it. */
export function toldNames(texts: readonly string[]): string[] {
  const told = new Set<string>();
  for (const text of texts) {
    for (const [, name = ''] of text.matchAll(TOLD)) if (mayBeName(name)) told.add(name);
    for (const [, name = ''] of text.matchAll(SELF)) {
      const given = name.slice(surnameLength(name));
      if (given !== name && [...given].every(isNameCharacter)) told.add(name);
    }
  }
  return [...told];
}

/** Whatever people are called out in a quote that is nothing else (“来福！来福！”), with how often. */
export function criesOf(layout: Layout, texts: readonly string[]): Map<string, number> {
  const cries = new Map<string, number>();
  for (const { paragraph, quote } of layout.quotes) {
    const words = (texts[paragraph] ?? '').slice(quote.from, quote.to);
    for (const [, name = ''] of words.matchAll(/(?<=[“「『"，。！？])([\u4e00-\u9fff]{2})(?=！)/g))
      if (mayBeName(name)) cries.set(name, (cries.get(name) ?? 0) + 1);
  }
  return cries;
}

function mayBeName(name: string): boolean {
  for (const char of name) if (!isNameCharacter(char) || NAME_ENDERS.has(char)) return false;
  return true;
}

const APPOSED =
  /(?:特助|助理|秘书|司机|尚书|侍郎|将军|队长|舰长|船长|校长|局长|主任|经理|警官|医生|大夫|护士|老师|教授|记者|律师|管家|丫鬟|侍女|太监|儿子|女儿|弟弟|妹妹|哥哥|姐姐|同学|老大|老二|老三|同事|徒弟|师兄|师弟|师姐|师妹)(老?[\u4e00-\u9fff]{2,3})/g;

/** Names with a surname behind a trade or kinship word (特助周谨恨不得…), each as two and as three characters. */
export function apposedNames(texts: readonly string[]): Map<string, number> {
  const apposed = new Map<string, number>();
  for (const text of texts) {
    for (const [, words = ''] of text.matchAll(APPOSED)) {
      for (const name of [words.slice(0, 2), words.slice(0, 3)]) {
        const surname = name.startsWith('老') ? name.slice(1) : name;
        if (surnameLength(surname) !== 1 || DOUBTFUL_SURNAMES.has(surname.charAt(0)) || !mayBeName(name))
          continue;
        apposed.set(name, (apposed.get(name) ?? 0) + 1);
      }
    }
  }
  return apposed;
}

/** What the text tells about who is a person, beyond the openings of clauses. */
export interface Witnesses {
  foreign: readonly string[];
  told: readonly string[];
  cries: ReadonlyMap<string, number>;
  apposed: ReadonlyMap<string, number>;
}

/** Collects all witnesses of a book. Linear in the text. */
export function collectWitnesses(layout: Layout, texts: readonly string[]): Witnesses {
  return {
    foreign: foreignNames(texts),
    told: toldNames(texts),
    cries: criesOf(layout, texts),
    apposed: apposedNames(texts),
  };
}

/** All words that some witness speaks for. */
export function witnessedWords({ foreign, told, cries, apposed }: Witnesses): string[] {
  return [...foreign, ...told, ...cries.keys(), ...apposed.keys()];
}

/** The witnessed words that the whole book bears out as names. */
export function attestedNames(
  { foreign, told, cries, apposed }: Witnesses,
  called: ReadonlyMap<string, number>,
  tallies: ReadonlyMap<string, HeadTally>,
  counts: ReadonlyMap<string, WordCount>,
): string[] {
  const alive = (name: string): boolean => {
    const tally = tallies.get(name);
    return tally !== undefined && tally.acts + tally.speaks + tally.beats > 0;
  };
  const attested = new Set(told);
  for (const name of foreign) if (alive(name) || called.has(name)) attested.add(name);
  for (const [name, times] of cries) {
    const count = counts.get(name);
    if (count === undefined || count.all < 2 || count.afterPerson > 0 || times * 6 < count.all) continue;
    const surnames = [...count.before.keys()].filter(
      (char) => surnameLength(char) === 1 && !DOUBTFUL_SURNAMES.has(char),
    );
    // “玉芳！” and 梁玉芳 in the same book.
    if (alive(name) || (surnames.length === 1 && count.all >= 3 && count.narrated === 0)) attested.add(name);
  }
  for (const [name, times] of apposed) {
    const count = counts.get(name);
    if (count === undefined || count.all < 2 || count.after.size < 2) continue;
    if (alive(name) || called.has(name) || (times >= 2 && name.startsWith('老'))) attested.add(name);
  }
  return [...attested].filter((name) => mayBePerson(name) && !isPersonNoun(name));
}
