import { GOVERNORS, PRESENTING } from './function-words.ts';
import type { Gap, Layout } from './narration.ts';
import { THAT_ONE } from './people.ts';
import type { People } from './people.ts';
import { PERSON_NOUNS, RELATIVE_TITLES, sexOfName } from './person-words.ts';

/** A name or pronoun in the text; `code` is a person's key, HE, SHE or THAT_ONE. */
export interface Mention {
  paragraph: number;
  from: number;
  to: number;
  code: number;
  /** Object of a preposition or verb: never a subject. */
  governed: boolean;
  /** Owner of something (七斤的危险): a subject only by proxy. */
  possessive: boolean;
  /** First free mention of its clause. */
  subject: boolean;
  /** Says what the person is instead of a name (那老女人). */
  described: boolean;
}

/** Mentions of narration, per paragraph and gap, and those inside each quote. */
export interface Mentions {
  inGap: (gap: Gap) => readonly Mention[];
  /** Narration mentions of people (no pronouns) in reading order. */
  narrated: readonly Mention[];
  /** Per quote of the layout: the people named inside it. */
  spoken: readonly (readonly Mention[])[];
}

/** Finds everyone who is mentioned in one pass over each paragraph. */
export function findMentions(layout: Layout, people: People): Mentions {
  const byGap = new Map<Gap, Mention[]>();
  const narrated: Mention[] = [];
  const spoken: Mention[][] = layout.quotes.map(() => []);
  let quoteIndex = 0;
  layout.paragraphs.forEach((paragraph, index) => {
    const { text } = paragraph;
    const gaps = layout.gaps[index] ?? [];
    const found = people.matcher.find(text);
    let cursor = 0;
    gaps.forEach((gap, g) => {
      const own: Mention[] = [];
      let clause = 0;
      for (; (found[cursor]?.from ?? Infinity) < gap.to; cursor++) {
        const match = found[cursor];
        if (match === undefined || match.code < THAT_ONE || match.to > gap.to || match.from < gap.from)
          continue;
        while ((gap.clauses[clause]?.to ?? Infinity) <= match.from) clause++;
        own.push(narrationMention(text, index, match, gap, gap.clauses[clause]?.from ?? gap.from, people));
      }
      markSubjects(own, gap);
      byGap.set(gap, own);
      for (const mention of own) if (mention.code >= 0) narrated.push(mention);
      if (g === gaps.length - 1) return;
      const quoteTo = gaps[g + 1]?.from ?? text.length;
      for (; (found[cursor]?.from ?? Infinity) < quoteTo; cursor++) {
        const match = found[cursor];
        if (match === undefined || match.code < 0 || match.to > quoteTo) continue;
        // 我 in a quote is whoever speaks it; the narrator's own names (队长) are his there too.
        if (match.code === people.narrator && match.to - match.from === 1) continue;
        spoken[quoteIndex]?.push({
          paragraph: index,
          ...match,
          governed: false,
          possessive: false,
          subject: false,
          described: false,
        });
      }
      quoteIndex++;
    });
  });
  return { inGap: (gap) => byGap.get(gap) ?? [], narrated, spoken };
}

function narrationMention(
  text: string,
  paragraph: number,
  match: { from: number; to: number; code: number },
  gap: Gap,
  clauseFrom: number,
  people: People,
): Mention {
  let { to, code } = match;
  if (code >= 0 && people.get(code).kind === 'named') {
    const relative = RELATIVE_TITLES.find(
      (title) => text.startsWith(title, to) && to + title.length <= gap.to,
    );
    if (relative !== undefined && !text.slice(match.from, to).endsWith(relative)) {
      to += relative.length;
      const name = text.slice(match.from, to);
      code = people.improvise(name, sexOfName(name));
    } else if (text.startsWith('们', to)) {
      code = people.group;
      to += 1;
    }
  }
  return {
    paragraph,
    from: match.from,
    to,
    code,
    governed: isGoverned(text, clauseFrom, match.from),
    possessive: /^(?:的(?!人|说|道)|中间|之中|之间|里头)/.test(text.slice(to, to + 2)),
    subject: false,
    described: PERSON_NOUNS.some(
      (noun) => noun.length <= to - match.from && text.startsWith(noun, to - noun.length),
    ),
  };
}

function isGoverned(text: string, clauseFrom: number, at: number): boolean {
  if (at <= clauseFrom) return false;
  const before = text.slice(clauseFrom, at);
  // 因向地下众人道, 对身后的王芳说
  if (/[对向朝冲跟](?:地下|底下|身边|身旁|旁边|身后|左右)的?$/.test(before)) return true;
  if (!GOVERNORS.has(text.charAt(at - 1))) return false;
  if (PRESENTING.some((word) => before.endsWith(word) && before.length <= word.length + 2)) return false;
  return !/(?:因为|至于)$/.test(before);
}

function markSubjects(mentions: readonly Mention[], gap: Gap): void {
  let clause = 0;
  let owned = 0;
  let taken = -1;
  for (const mention of mentions) {
    while ((gap.clauses[clause]?.to ?? Infinity) <= mention.from) clause++;
    if (clause === taken || mention.governed || mention.possessive) continue;
    mention.subject = true;
    taken = clause;
  }
  // 王氏的脸白了: the owner is whom a clause without another subject is about.
  const subjects = new Set<number>();
  const clauseOf = mentions.map(({ from }) => {
    while ((gap.clauses[owned]?.to ?? Infinity) <= from) owned++;
    return owned;
  });
  mentions.forEach(({ subject }, i) => {
    if (subject) subjects.add(clauseOf[i] ?? 0);
  });
  mentions.forEach((mention, i) => {
    const clause = clauseOf[i] ?? 0;
    if (mention.possessive && mention.from === gap.clauses[clause]?.from && !subjects.has(clause))
      mention.subject = true;
  });
}

/** True for 他, 她 and 那人, which need the context to name somebody. */
export function isPronoun(mention: Mention): boolean {
  return mention.code < 0;
}

/** Index of the first of ordered mentions at or after a place. */
export function mentionIndex(ordered: readonly Mention[], paragraph: number, offset: number): number {
  let low = 0;
  let high = ordered.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const mention = ordered[middle];
    if (
      mention !== undefined &&
      (mention.paragraph < paragraph || (mention.paragraph === paragraph && mention.from < offset))
    )
      low = middle + 1;
    else high = middle;
  }
  return low;
}
