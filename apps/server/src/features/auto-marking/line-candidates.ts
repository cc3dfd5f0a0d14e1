import type { RosterEntry, SpeakerCandidate, Suggestion } from '@huaben/casting';
import { narrationDecision } from '@huaben/contract';
import type { StoredCandidate } from '../../platform/db/schema-marking.ts';
import { storable } from './storable-text.ts';

/** How the speaker of a line can be known. */
export type LineCategory = 'explicit' | 'implicit' | 'latent' | 'not-dialogue';

/** What casting says of a line, in the words of the review queue. */
export interface LineVerdict {
  readonly candidates: readonly StoredCandidate[];
  readonly confidence: number;
  readonly category: LineCategory;
}

/** Names of roles that stand in for voices without a name, if the novel has such roles. */
const standIns = { anonymous: '路人', group: '群众' } as const;

/** Four decimals say enough and keep the stored form short. */
const rounded = (probability: number): number =>
  Math.round(Math.min(1, Math.max(0, probability)) * 10_000) / 10_000;

/** Turns casting's suggestions into verdicts on the roles of one novel. */
export function verdictsOn(roster: readonly RosterEntry[]): (suggestion: Suggestion) => LineVerdict {
  const known = new Set(roster.map((role) => role.roleId));
  const byName = new Map(roster.flatMap((role) => role.names.map((name) => [name, role.roleId] as const)));
  const candidateOf = (candidate: SpeakerCandidate): StoredCandidate => {
    const { kind } = candidate;
    const name = storable(candidate.name);
    const probability = rounded(candidate.probability);
    if (kind === 'not-dialogue') return { roleId: narrationDecision, name, kind, probability };
    const own = candidate.roleId !== null && known.has(candidate.roleId) ? candidate.roleId : null;
    const standIn = kind === 'person' ? undefined : byName.get(standIns[kind]);
    return { roleId: own ?? standIn ?? null, name, kind, probability };
  };
  return (suggestion) => {
    const candidates = suggestion.candidates.map(candidateOf);
    const [first] = candidates;
    const spoken = first !== undefined && first.kind !== 'not-dialogue';
    return {
      candidates,
      confidence: first?.probability ?? 0,
      category: spoken ? (suggestion.category ?? 'latent') : 'not-dialogue',
    };
  };
}
