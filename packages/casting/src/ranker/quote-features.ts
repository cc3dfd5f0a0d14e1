import { afterStrength, firmStrength } from '../collect-ballots.ts';
import type { Frame } from '../frames.ts';
import type { Link } from '../links.ts';
import { HE, SHE, THAT_ONE } from '../people.ts';
import type { ReadChapter, ReadQuote } from '../read-chapter.ts';
import { speechVerbEnding } from '../speech-verbs.ts';

/** Facts of a whole chapter that tell its style. */
export interface Style {
  /** Share of speech frames that end in 道 or 曰: near 1 in the classics. */
  classic: number;
  /** The narrator speaks or is named beside a quote. */
  firstPerson: boolean;
  /** Share of the quotes that open with each quotation mark. */
  marks: ReadonlyMap<string, number>;
}

const FRAME_KINDS = { beat: 1, mention: 2, colon: 3, speech: 4 } as const;
const kindOf = (frame: Frame | null): number => (frame === null ? 0 : FRAME_KINDS[frame.kind]);

const markOf = (texts: readonly string[], { placed }: ReadQuote): string =>
  (texts[placed.paragraph] ?? '').charAt(placed.quote.from);

/** Style of a chapter, read off its frames. */
export function styleOf({ quotes, people, texts }: ReadChapter): Style {
  let frames = 0;
  let classic = 0;
  let firstPerson = false;
  for (const { before, after } of quotes) {
    for (const frame of [before, after]) {
      if (frame?.subject?.code === people.narrator) firstPerson = true;
      if (frame?.kind !== 'speech') continue;
      frames++;
      if (/[道曰]$/.test((texts[frame.evidence.paragraph] ?? '').slice(0, frame.evidence.to))) classic++;
    }
  }
  const marks = new Map<string, number>();
  for (const read of quotes) {
    const mark = markOf(texts, read);
    marks.set(mark, (marks.get(mark) ?? 0) + 1 / quotes.length);
  }
  return { classic: classic / (frames + 2), firstPerson, marks };
}

/** What a quote is like whoever speaks it: shape, surroundings, frames, links. Numbers for a tree to cut. */
export function quoteFeatures(chapter: ReadChapter, index: number, style: Style): Record<string, number> {
  const read = chapter.quotes[index];
  if (read === undefined) throw new RangeError(`No quote ${index}.`);
  const next = chapter.quotes[index + 1];
  const previous = chapter.quotes[index - 1];
  const { placed } = read;
  const text = chapter.texts[placed.paragraph] ?? '';
  return {
    ...shapeOf(text, read),
    usualMark: style.marks.get(markOf(chapter.texts, read)) ?? 0,
    sameMarkBefore:
      previous === undefined ? -1 : +(markOf(chapter.texts, previous) === markOf(chapter.texts, read)),
    sameMarkNext: next === undefined ? -1 : +(markOf(chapter.texts, next) === markOf(chapter.texts, read)),
    firstInParagraph: +placed.firstInParagraph,
    lastInParagraph: +placed.lastInParagraph,
    opens: +(placed.firstInParagraph && placed.before.empty),
    closes: +(placed.lastInParagraph && placed.after.empty),
    beforeLength: Math.log1p(placed.before.to - placed.before.from),
    afterLength: Math.log1p(placed.after.to - placed.after.from),
    beforeKind: kindOf(read.before),
    beforeFirm: +(firmStrength(read.before) !== null),
    beforeDistance: read.before?.distance ?? -1,
    beforeSubject: subjectKind(chapter, read.before),
    leadKind: kindOf(read.leadIn),
    leadsIn: +read.leadsIn,
    leadSubject: subjectKind(chapter, read.leadIn),
    afterKind: kindOf(read.after),
    afterStrength: read.after === null ? -1 : afterStrength(read.after, read, next),
    afterSubject: subjectKind(chapter, read.after),
    ...wordsOf('before', chapter, read.before),
    ...wordsOf('lead', chapter, read.leadsIn ? read.leadIn : null),
    ...wordsOf('after', chapter, read.after),
    step: read.link?.step ?? 0,
    nextStep: next?.link?.step ?? 0,
    previousUnfinished: +(previous !== undefined && unfinished(chapter, previous)),
    previousEnding: endingOf(chapter, previous),
    nextEnding: endingOf(chapter, next),
    previousLength: lengthOf(previous),
    nextLength: lengthOf(next),
    answers: +ANSWERS.test(text.slice(placed.quote.from + 1, placed.quote.to - 1)),
    nextAnswers: +(next !== undefined && ANSWERS.test(wordsWithin(chapter, next))),
    previousAfterKind: kindOf(previous?.after ?? null),
    nextBeforeKind: kindOf(next?.before ?? null),
    sinceFirm: quotesToFirm(chapter.quotes, index, -1),
    untilFirm: quotesToFirm(chapter.quotes, index, 1),
    ruleSame: ruleSame(read.link),
    nextRuleSame: ruleSame(next?.link ?? null),
    gendered: +chapter.gendered,
    classic: style.classic,
    firstPerson: +style.firstPerson,
  };
}

const PLURAL =
  /[都们众皆]|[一二两三四五几]个人|[二两三四]人|一齐|一同|同时|纷纷|到处|四下|异口同声|等(?!着|到|待|候|了)/;
const SOMEBODY =
  /[一另又那]个|有人|人报|人回|一人|内有|里头|外面|外头|门外|丫头|丫鬟|小厮|婆子|媳妇|伙计|客人|声音/;
const AGAIN = /[又再还]|接着|继续/;
const ANSWERING = /[答应]|回道|回说|点头|摇头/;
const HEARING = /只听|忽听|听见|听得|听到|只见|忽见/;

/** What the words of a frame tell beside its subject: several speakers, an unnamed one, going on, answering. */
function wordsOf(name: string, { texts }: ReadChapter, frame: Frame | null): Record<string, number> {
  const words =
    frame === null
      ? ''
      : (texts[frame.evidence.paragraph] ?? '').slice(frame.evidence.from, frame.evidence.to);
  return {
    [`${name}Plural`]: +PLURAL.test(words),
    [`${name}Pair`]: +words.includes('、'),
    [`${name}Somebody`]: +SOMEBODY.test(words),
    [`${name}Again`]: +AGAIN.test(words),
    [`${name}Answering`]: +ANSWERING.test(words),
    [`${name}Hearing`]: +HEARING.test(words),
    [`${name}Reach`]: frame === null || frame.subject === null ? -1 : frame.evidence.to - frame.subject.to,
    [`${name}Company`]: frame?.company.length ?? -1,
  };
}

/** How an answer begins. */
const ANSWERS = /^[…—]*(?:是|不|没|嗯|好|对|哦|行|当然|可以|有|我|那|因为)/;

const wordsWithin = ({ texts }: ReadChapter, { placed }: ReadQuote): string =>
  (texts[placed.paragraph] ?? '').slice(placed.quote.from + 1, placed.quote.to - 1);

const endingOf = (chapter: ReadChapter, read: ReadQuote | undefined): number =>
  read === undefined ? -1 : endingKind(wordsWithin(chapter, read));

const lengthOf = (read: ReadQuote | undefined): number =>
  read === undefined ? -1 : Math.log1p(read.placed.quote.to - read.placed.quote.from - 2);

const ruleSame = (link: Link | null): number => (link?.joined === true ? link.same : 0);

function unfinished({ texts }: ReadChapter, { placed }: ReadQuote): boolean {
  return /[，,、—]$/.test((texts[placed.paragraph] ?? '').slice(placed.quote.from, placed.quote.to - 1));
}

const RUN = 8;

/** Quotes to the nearest one with a speech frame in one direction, at most 8. */
function quotesToFirm(quotes: readonly ReadQuote[], index: number, step: 1 | -1): number {
  for (let k = 1; k < RUN; k++) {
    const other = quotes[index + k * step];
    const link = quotes[step === 1 ? index + k : index + k * step + 1]?.link;
    if (other === undefined || link?.joined !== true) return RUN;
    if (other.fixed !== null || firmStrength(other.before) !== null || other.after?.kind === 'speech')
      return k;
  }
  return RUN;
}

/** 0 no subject, 1 a name, 2 他, 3 她, 4 那人, 5 我, 6 a group, 7 unnamed, 8 described. */
export function subjectKind({ people, known }: ReadChapter, frame: Frame | null): number {
  const code = frame?.subject?.code;
  if (code === undefined) return 0;
  if (code === HE) return 2;
  if (code === SHE) return 3;
  if (code === THAT_ONE) return 4;
  if (code === people.narrator) return 5;
  if (code === people.group) return 6;
  if (code === people.anonymous) return 7;
  return code >= known ? 8 : 1;
}

const SENTENCE_END = /[。！？!?…]/;
const MARK = /[，,；;：:。！？!?…—、～~“”「」『』‘’]/;

/** 0 nothing, 1 end of a sentence, 2 another mark, 3 a colon, 4 a word. */
function before(text: string, at: number): number {
  const mark = text.slice(0, at).trimEnd().at(-1);
  if (mark === undefined) return 0;
  if (SENTENCE_END.test(mark)) return 1;
  if (/[：:]/.test(mark)) return 3;
  return MARK.test(mark) ? 2 : 4;
}

/** 0 nothing, 1 end of a sentence, 2 another mark, 3 的 or 之, 4 another word. */
function behind(text: string, at: number): number {
  const mark = text.slice(at).trimStart().charAt(0);
  if (mark === '') return 0;
  if (SENTENCE_END.test(mark)) return 1;
  if (MARK.test(mark)) return 2;
  return /[的之]/.test(mark) ? 3 : 4;
}

const NAMING = /(?:[叫称名作谓写题刻印字号是为做唤念读]|所谓|什么|这|那|个|种|位|了|着|的|成|贴)$/;
const NAMES_WORDS =
  /^(?:[一二两三四五六七八九十几这那]*(?:个|句|声|首|行)?(?:大|小)?(?:字|话|诗|词|歌|响|一声)|主义|的(?:一声|时候|话|字))/;

/** 0 a word, 1 broken off, 2 a full stop, 3 a question, 4 an exclamation, 5 trailing off. */
function endingKind(inside: string): number {
  const ending = inside.at(-1) ?? '';
  if (ending === '') return 0;
  return ['，,、—', '。', '？?', '！!', '…'].findIndex((marks) => marks.includes(ending)) + 1;
}

/** Shape of the quote and of the characters that touch it: what sets wording and noises apart from speech. */
function shapeOf(text: string, { placed }: ReadQuote): Record<string, number> {
  const { from, to } = placed.quote;
  const inside = text.slice(from + 1, to - 1);
  const last = placed.before.clauses.at(-1);
  const lead = text.slice(Math.max(0, from - 6), from);
  return {
    // An inner quotation that the detector shows by itself is the outer speaker's voice.
    inner: +/[‘『]/.test(text.charAt(from)),
    closed: +/[”’」』"＂〞]/.test(text.charAt(to - 1)),
    length: Math.log1p(inside.length),
    ending: endingKind(inside),
    marksInside: Math.min(5, [...inside].filter((mark) => MARK.test(mark)).length),
    touchesBefore: before(text, from),
    touchesBehind: behind(text, to),
    saidBefore: last === undefined ? 0 : +(speechVerbEnding(text, last.from, last.to) >= 0),
    naming: +NAMING.test(lead),
    wordsNamed: +NAMES_WORDS.test(text.slice(to, to + 6)),
    speaksOfSelf: +/[我你您咱俺]/.test(inside),
    particle: +/[吗呢吧啊呀罢么了嘛哦]/.test(inside.slice(-2)),
    repeats: +(inside.length > 1 && new Set(inside.replace(/[，。！…—]/g, '')).size <= 1),
  };
}
