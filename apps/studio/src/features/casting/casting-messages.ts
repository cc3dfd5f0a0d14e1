import type { CastingParagraph, DiscoveredName, RosterEntry, Suggestion } from '@huaben/casting';

/** A question to the worker; `ticket` rises and comes back with the answer. */
export type CastingQuestion = {
  readonly ticket: number;
  readonly paragraphs: readonly CastingParagraph[];
  readonly roster: readonly RosterEntry[];
};

/** Who probably speaks, and who else appears. */
export type CastingAnswer = {
  readonly ticket: number;
  readonly suggestions: readonly Suggestion[];
  readonly discovered: readonly DiscoveredName[];
};
