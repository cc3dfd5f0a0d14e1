import { chainMarginals } from './chain.ts';
import type { ChainStep } from './chain.ts';
import { collectBallots } from './collect-ballots.ts';
import { readChapter } from './read-chapter.ts';
import type { ReadQuote } from './read-chapter.ts';
import type { CastingParagraph, DiscoveredName, RosterEntry, Suggestion, SuggestionRule } from './types.ts';
import type { Ballot, Ballots } from './weigh.ts';

/** Rounded up share of right suggestions per rule on the measured stories: bounds a suggestion's confidence. */
const CEILING: Record<SuggestionRule, number> = {
  explicit: 0.99,
  pronoun: 0.85,
  vocative: 0.85,
  alternation: 0.85,
  nearest: 0.6,
  none: 0,
};

/** The same for a person who acts in the quote's own paragraph (“…”她放下杯子。). */
const ACTING_CEILING = 0.85;

/** Log weight of a human mark: beyond anything the rules can add up. */
const FIXED = 40;

/**
 * Suggests who speaks each quote that no human has marked. Lines with a human role are anchors: they are
 * never suggested over and inform their neighbours. Without `discovered`, names are discovered in the same text.
 * Suggestions come in the order of the quotes.
 */
export function suggestSpeakers(input: {
  paragraphs: readonly CastingParagraph[];
  roster: readonly RosterEntry[];
  discovered?: readonly DiscoveredName[];
}): Suggestion[] {
  const chapter = readChapter(input.paragraphs, input.roster, input.discovered);
  const { people, quotes } = chapter;
  const ballots = collectBallots(chapter);
  const steps = quotes.map((read, i) => stepOf(read, ballots[i]));
  const marginals = chainMarginals(steps);

  const suggestions = chapter.wording.map(noSpeaker);
  quotes.forEach(({ placed, fixed }, i) => {
    if (fixed !== null) return;
    const ranked = (steps[i]?.candidates ?? [])
      .map((person, c) => ({ person, probability: marginals[i]?.[c] ?? 0 }))
      .sort((a, b) => b.probability - a.probability || a.person - b.person)
      .slice(0, 3);
    const best = ranked[0];
    if (best === undefined) {
      suggestions.push(noSpeaker(placed.quote.lineId));
      return;
    }
    const ballot = ballots[i]?.byPerson.get(best.person);
    const rule = ruleOf(ballot, best.probability, quotes, i);
    const ceiling = rule === 'nearest' && ballot?.acts === true ? ACTING_CEILING : CEILING[rule];
    const candidates = ranked.map(({ person, probability }) => {
      const { roleId, name } = people.get(person);
      return { roleId, name, probability: probability * ceiling };
    });
    suggestions.push({
      lineId: placed.quote.lineId,
      candidates,
      confidence: candidates[0]?.probability ?? 0,
      rule,
      evidence: ballot?.evidence ?? null,
    });
  });
  const lines = input.paragraphs.flatMap(({ quotes: own }) => [...own].sort((a, b) => a.from - b.from));
  const order = new Map(lines.map((quote, index) => [quote.lineId, index]));
  return suggestions.sort((a, b) => (order.get(a.lineId) ?? 0) - (order.get(b.lineId) ?? 0));
}

function stepOf({ fixed, link }: ReadQuote, own: Ballots | undefined): ChainStep {
  const candidates = fixed !== null ? [fixed] : (own?.strongest() ?? []);
  const weights =
    fixed !== null ? [FIXED] : candidates.map((person) => own?.byPerson.get(person)?.weight ?? 0);
  return { candidates, weights, joined: link?.joined ?? false, same: link?.same ?? 0, back: link?.back ?? 0 };
}

/** A person with no evidence beside the line who wins all the same does so by the order of turns. */
function ruleOf(
  ballot: Ballot | undefined,
  probability: number,
  quotes: readonly ReadQuote[],
  i: number,
): SuggestionRule {
  const local = ballot?.rule ?? 'nearest';
  if (local !== 'nearest' || probability <= 0.5) return local;
  const links = [quotes[i]?.link, quotes[i + 1]?.link];
  const tied = links.some((link) => link?.kind === 'adjacent' || (link?.kind === 'beat' && link.same > 2));
  return tied || links[0]?.kind === 'turn' ? 'alternation' : local;
}

function noSpeaker(lineId: string): Suggestion {
  return { lineId, candidates: [], confidence: 0, rule: 'none', evidence: null };
}
