import type { Clause } from './clauses.ts';
import { GOVERNORS } from './function-words.ts';
import type { Mention } from './mentions.ts';
import { openersAt } from './name-heads.ts';
import { PERSON_NOUNS } from './person-words.ts';

const NOUNS = PERSON_NOUNS.filter((noun) => noun.length > 1).join('|');

/** 众小丫头, 三个人, 一群妇人: counted or gathered people at the head of a clause. */
const COUNTED = new RegExp(
  `^(?:众|一[群伙帮班]|[两三四五六七八九十几]{1,2}个|[两三四五六七八九十几]{1,2}名|那些|这些|许多)[^的]{0,4}?(?:${NOUNS}|人)`,
);
/** 丫鬟们回说, 二门上小厮们: a noun for several at the head of a clause, not governed (命丫鬟们). */
const SEVERAL = new RegExp(
  `^[^${[...GOVERNORS].join('')}]{0,5}?(?:${NOUNS})(?:们|等(?![着到待候了他她我不得]))`,
);
/** 长衫人物都吆喝, 看见的人大嚷: people at the head of a clause who all do something. */
const EVERYBODY = new RegExp(
  `^(?:[看听]见的|[^${[...GOVERNORS].join('')}]{0,6})人物?们?[便也又]*(?:都|大嚷)`,
);
const IN_ONE_VOICE = /异口同声|齐声|同声|七嘴八舌|一齐.{0,3}[道说喊叫问]/;

/** Characters of a clause that are read for signs of a plural. */
const REACH = 40;

/** Whether a clause opens with a crowd that no list names (众小丫头慌了), or several speak in one voice in it. */
export function opensWithCrowd(text: string, { from, to }: Clause): boolean {
  const end = Math.min(to, from + REACH);
  const head = text.slice(from + openersAt(text, from, to), end);
  return (
    COUNTED.test(head) ||
    SEVERAL.test(head) ||
    EVERYBODY.test(head) ||
    IN_ONE_VOICE.test(text.slice(from, end))
  );
}

/** What makes the subject of a clause a plural behind its name: 尤氏等, 贾母、邢夫人, 平儿和周瑞家的都; `own` are the clause's mentions. */
export function isPlural(text: string, clause: Clause, subject: Mention, own: readonly Mention[]): boolean {
  if (subject.possessive || subject.governed || subject.code < 0) return false;
  if (subject.from < clause.from || subject.to > clause.to) return false;
  const rest = text.slice(subject.to, Math.min(clause.to, subject.to + REACH));
  if (/^(?:等(?![着到待候了他她我不得])|一[群干伙])/.test(rest)) return true;
  if (IN_ONE_VOICE.test(rest) || /^[、和与及同][^的]{1,8}?(?:也|便)?(?:都|一齐|一同)/.test(rest)) return true;
  if (/^[、和与及同跟].{1,8}?(?:异口同声|同时)/.test(rest)) return true;
  const next = own.find((mention) => mention.from >= subject.to && mention.code !== subject.code);
  if (next === undefined || next.code < 0 || next.possessive || next.to > clause.to) return false;
  const between = text.slice(subject.to, next.from);
  if (between === '、' || between === '') return true;
  return (
    /^[和与同跟及]$/.test(between) &&
    /^(?:都|齐|两个|二人|两人|一同|一起|同时|忙|也都|等)/.test(text.slice(next.to, clause.to))
  );
}
