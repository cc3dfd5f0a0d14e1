import { discoverRoster } from './discover-roster.ts';
import { EMPTY_MEMORY, recall, recallHabits } from './learn.ts';
import type { NovelMemory } from './learn.ts';
import { calibrated, rescaled } from './ranker/calibration.ts';
import { categoryOf } from './ranker/category.ts';
import { NOBODY_SPEAKS } from './ranker/lines.ts';
import type { Candidate, RankLine } from './ranker/lines.ts';
import { NOT_DIALOGUE, openRanking, rankedChances } from './ranker/ranking.ts';
import type { Ranker } from './ranker/ranking.ts';
import { trainedCurves, trainedRanker } from './ranker/trained-ranker.ts';
import type { PackedRanker } from './ranker/packed-ranker.ts';
import type {
  CastingParagraph,
  DiscoveredName,
  RosterEntry,
  SpeakerCandidate,
  SpeakerKind,
  Suggestion,
  SuggestionRule,
} from './types.ts';

/** Candidates of a suggestion at most. */
const SHOWN = 3;

/** A ranker with the curves that calibrate it, made at their first use. */
export interface SpeakerModel {
  ranker: () => Ranker;
  curves: () => PackedRanker['curves'];
}

const TRAINED: SpeakerModel = { ranker: trainedRanker, curves: trainedCurves };

/**
 * Suggests who speaks each quote that no human has marked. Lines with a human role are anchors: they are
 * never suggested over and inform their neighbours. Without `discovered`, names are discovered in the same text.
 * Suggestions come in the order of the quotes. A quote that nobody speaks has 非对白 as its first candidate.
 * `memory` is what marks elsewhere in the novel have taught; `model` replaces the ranker that comes with the package.
 */
export function suggestSpeakers(input: {
  paragraphs: readonly CastingParagraph[];
  roster: readonly RosterEntry[];
  discovered?: readonly DiscoveredName[];
  memory?: NovelMemory;
  model?: SpeakerModel;
}): Suggestion[] {
  const { paragraphs, memory = null, model = TRAINED } = input;
  const found = input.discovered ?? discoverRoster(paragraphs, input.roster);
  const { roster, discovered } = recall(memory ?? EMPTY_MEMORY, input.roster, found);
  const ranking = openRanking({ paragraphs, roster, discovered });
  const chances = rankedChances(ranking, model.ranker());
  const curves = model.curves();
  const plain = ranking.lines.flatMap((line, i) =>
    line.read.fixed === null ? [suggestionFor(line, chances[i] ?? [], curves)] : [],
  );
  const suggestions = memory === null ? plain : recallHabits(memory, plain, wordsOf(paragraphs));
  const lines = input.paragraphs.flatMap(({ quotes }) => [...quotes].sort((a, b) => a.from - b.from));
  const order = new Map(lines.map((quote, index) => [quote.lineId, index]));
  return suggestions.sort((a, b) => (order.get(a.lineId) ?? 0) - (order.get(b.lineId) ?? 0));
}

function wordsOf(paragraphs: readonly CastingParagraph[]): Map<string, string> {
  return new Map(
    paragraphs.flatMap(({ text, quotes }) =>
      quotes.map(({ lineId, from, to }) => [lineId, text.slice(from, to)] as const),
    ),
  );
}

function suggestionFor(
  line: RankLine,
  chances: readonly number[],
  curves: PackedRanker['curves'],
): Suggestion {
  const ranked = line.candidates
    .map((candidate, c) => ({ candidate, chance: chances[c] ?? 0 }))
    .sort((a, b) => b.chance - a.chance)
    .slice(0, SHOWN);
  const best = ranked[0]?.candidate;
  const spoken = best !== undefined && best.person !== NOBODY_SPEAKS;
  const category = categoryOf(line);
  const curve = curves[spoken ? category : 'wording'];
  const own = ranked.map(({ chance }) => chance);
  const probabilities = rescaled(own, calibrated(curve, own[0] ?? 0));
  const ballot = spoken ? (best.ballot ?? best.described) : null;
  return {
    lineId: line.read.placed.quote.lineId,
    candidates: ranked.map(({ candidate }, c) => shown(line, candidate, probabilities[c] ?? 0)),
    confidence: probabilities[0] ?? 0,
    rule: spoken ? ruleOf(line, ballot?.rule ?? 'nearest', own[0] ?? 0) : 'none',
    // A frame that names somebody beside an unnamed speaker only points to him.
    category: !spoken
      ? null
      : category === 'explicit' && kindOf(line, best) !== 'person'
        ? 'implicit'
        : category,
    evidence: ballot?.evidence ?? null,
  };
}

function shown(line: RankLine, candidate: Candidate, probability: number): SpeakerCandidate {
  const { chapter } = line;
  const { person } = candidate;
  if (person === NOBODY_SPEAKS)
    return { roleId: null, name: NOT_DIALOGUE, kind: 'not-dialogue', probability };
  const { roleId, name } = chapter.people.get(person);
  return { roleId, name, kind: kindOf(line, candidate), probability };
}

function kindOf({ chapter }: RankLine, { person }: Candidate): SpeakerKind {
  if (person === NOBODY_SPEAKS) return 'not-dialogue';
  const { kind } = chapter.people.get(person);
  return kind === 'group' || kind === 'anonymous' ? kind : 'person';
}

/** A person with no evidence beside the line who wins all the same does so by the order of turns. */
function ruleOf({ chapter, index }: RankLine, local: SuggestionRule, chance: number): SuggestionRule {
  if (local !== 'nearest' || chance <= 0.5) return local;
  const links = [chapter.quotes[index]?.link, chapter.quotes[index + 1]?.link];
  const tied = links.some((link) => link?.kind === 'adjacent' || (link?.kind === 'beat' && link.same > 2));
  return tied || links[0]?.kind === 'turn' ? 'alternation' : local;
}
