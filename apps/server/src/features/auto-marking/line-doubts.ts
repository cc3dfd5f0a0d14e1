import type { RosterEntry } from '@huaben/casting';
import type { CastingParagraph } from '@huaben/manuscript';
import type { StoredCandidate } from '../../platform/db/schema-marking.ts';
import type { LineVerdict } from './line-candidates.ts';
import { textAround } from './line-surroundings.ts';

/** A line that the rules leave in doubt, as the language model is asked about it. */
export interface LineDoubt {
  readonly lineId: string;
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** Who may speak it, at least two, each name once. */
  readonly candidates: readonly Omit<StoredCandidate, 'probability'>[];
  /** Whom the words beside the line name. */
  readonly framedSpeaker: string | null;
}

/** What the language model made of a line: its role or narration, or why it stays without one. */
export type LineAnswer = { readonly roleId: string } | { readonly reason: string };

/** Where a line stands in a chapter's paragraphs. */
interface LinePlace {
  readonly lineId: string;
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
}

/** Characters of text that a question carries before and after its line. */
const context = { before: 400, after: 200 } as const;
/** Candidates of one question at most. */
const mostCandidates = 12;
/** A name of one character stands in too many words to say that somebody is there. */
const shortestName = 2;

/** The question about a line; null when there is nothing to choose between. */
export function doubtAbout(
  paragraphs: readonly CastingParagraph[],
  { lineId, paragraph, from, to }: LinePlace,
  verdict: LineVerdict,
  roster: readonly RosterEntry[],
): LineDoubt | null {
  const around = textAround(paragraphs, paragraph, { from, to }, context);
  const scene = `${around.before}${around.text}${around.after}`;
  const present = roster.filter((role) =>
    role.names.some((name) => name.length >= shortestName && scene.includes(name)),
  );
  const offered = [
    ...verdict.candidates,
    ...present.map(({ roleId, names }) => ({ roleId, name: names[0] ?? '', kind: 'person' as const })),
  ];
  const candidates: LineDoubt['candidates'][number][] = [];
  for (const { roleId, name, kind } of offered) {
    const known = candidates.some((one) => one.name === name || (roleId !== null && one.roleId === roleId));
    if (name !== '' && !known && candidates.length < mostCandidates) candidates.push({ roleId, name, kind });
  }
  const [first] = verdict.candidates;
  const framed = verdict.category === 'explicit' && first?.kind === 'person';
  return candidates.length < 2
    ? null
    : { lineId, ...around, candidates, framedSpeaker: framed ? first.name : null };
}
