import type { Node } from 'prosemirror-model';

/** One paragraph of two texts laid side by side; a missing side is null. `marks` means same text, other marks. */
export type ComparedRow = {
  readonly kind: 'same' | 'text' | 'marks';
  readonly left: string | null;
  readonly right: string | null;
};

/** What differs between two manuscripts. */
export type Comparison = {
  readonly rows: readonly ComparedRow[];
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  readonly remarked: number;
};

type Paragraph = { readonly text: string; readonly node: Node };

/** Largest product of differing paragraphs that is aligned one by one; above it they are shown as replaced. */
const alignmentLimit = 4_000_000;

/** Compares by paragraph: equal ones are aligned, the rest is paired in order. */
export function compareManuscripts(left: Node, right: Node): Comparison {
  const olds = paragraphsOf(left);
  const news = paragraphsOf(right);
  let head = 0;
  while (head < olds.length && head < news.length && sameText(olds[head], news[head])) head += 1;
  let tail = 0;
  while (
    tail < olds.length - head &&
    tail < news.length - head &&
    sameText(olds[olds.length - 1 - tail], news[news.length - 1 - tail])
  )
    tail += 1;
  const pairs: [Paragraph | null, Paragraph | null][] = [];
  for (let at = 0; at < head; at += 1) pairs.push([olds[at] ?? null, news[at] ?? null]);
  pairs.push(...align(olds.slice(head, olds.length - tail), news.slice(head, news.length - tail)));
  for (let at = tail; at > 0; at -= 1)
    pairs.push([olds[olds.length - at] ?? null, news[news.length - at] ?? null]);
  return summarise(pairs);
}

function paragraphsOf(doc: Node): Paragraph[] {
  const all: Paragraph[] = [];
  doc.forEach((page) => page.forEach((node) => all.push({ text: node.textContent, node })));
  return all;
}

function sameText(one: Paragraph | undefined, other: Paragraph | undefined): boolean {
  return one !== undefined && other !== undefined && one.text === other.text;
}

function align(olds: Paragraph[], news: Paragraph[]): [Paragraph | null, Paragraph | null][] {
  const pairs: [Paragraph | null, Paragraph | null][] = [];
  let oldAt = 0;
  let newAt = 0;
  const replaceUpTo = (oldEnd: number, newEnd: number) => {
    while (oldAt < oldEnd || newAt < newEnd) {
      pairs.push([
        oldAt < oldEnd ? (olds[oldAt] ?? null) : null,
        newAt < newEnd ? (news[newAt] ?? null) : null,
      ]);
      if (oldAt < oldEnd) oldAt += 1;
      if (newAt < newEnd) newAt += 1;
    }
  };
  for (const [oldIndex, newIndex] of commonParagraphs(olds, news)) {
    replaceUpTo(oldIndex, newIndex);
    pairs.push([olds[oldIndex] ?? null, news[newIndex] ?? null]);
    oldAt = oldIndex + 1;
    newAt = newIndex + 1;
  }
  replaceUpTo(olds.length, news.length);
  return pairs;
}

/** A longest common subsequence, as index pairs. */
function commonParagraphs(olds: Paragraph[], news: Paragraph[]): [number, number][] {
  if (olds.length * news.length > alignmentLimit) return [];
  const width = news.length + 1;
  const lengths = new Uint32Array((olds.length + 1) * width);
  for (let one = olds.length - 1; one >= 0; one -= 1) {
    for (let other = news.length - 1; other >= 0; other -= 1) {
      lengths[one * width + other] = sameText(olds[one], news[other])
        ? (lengths[(one + 1) * width + other + 1] ?? 0) + 1
        : Math.max(lengths[(one + 1) * width + other] ?? 0, lengths[one * width + other + 1] ?? 0);
    }
  }
  const common: [number, number][] = [];
  let one = 0;
  let other = 0;
  while (one < olds.length && other < news.length) {
    if (sameText(olds[one], news[other])) {
      common.push([one, other]);
      one += 1;
      other += 1;
    } else if ((lengths[(one + 1) * width + other] ?? 0) >= (lengths[one * width + other + 1] ?? 0)) one += 1;
    else other += 1;
  }
  return common;
}

function summarise(pairs: readonly [Paragraph | null, Paragraph | null][]): Comparison {
  const counts = { added: 0, removed: 0, changed: 0, remarked: 0 };
  const rows = pairs.map(([left, right]): ComparedRow => {
    const texts = { left: left?.text ?? null, right: right?.text ?? null };
    if (left === null || right === null) {
      counts[left === null ? 'added' : 'removed'] += 1;
      return { kind: 'text', ...texts };
    }
    if (left.text !== right.text) {
      counts.changed += 1;
      return { kind: 'text', ...texts };
    }
    if (left.node.eq(right.node)) return { kind: 'same', ...texts };
    counts.remarked += 1;
    return { kind: 'marks', ...texts };
  });
  return { rows, ...counts };
}

/** The comparison in a sentence, the draft being the right side. */
export function comparisonText(comparison: Comparison): string {
  const parts = [
    comparison.changed > 0 ? `改动 ${comparison.changed} 段` : '',
    comparison.added > 0 ? `新增 ${comparison.added} 段` : '',
    comparison.removed > 0 ? `删去 ${comparison.removed} 段` : '',
    comparison.remarked > 0 ? `标注不同 ${comparison.remarked} 段` : '',
  ].filter((part) => part !== '');
  return parts.length === 0 ? '内容相同' : parts.join('，');
}

/** Where `text` stops being like `other` from the front and from the back, as UTF-16 offsets. */
export function differingPart(text: string, other: string): [from: number, to: number] {
  const shorter = Math.min(text.length, other.length);
  let from = 0;
  while (from < shorter && text[from] === other[from]) from += 1;
  let tail = 0;
  while (tail < shorter - from && text[text.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return [from, text.length - tail];
}
