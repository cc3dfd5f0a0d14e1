export { discoverRoster } from './discover-roster.ts';
export { learnFromMarks, mergeMemories } from './learn.ts';
export type { NovelMemory } from './learn.ts';
export { markBook } from './mark-book.ts';
export type { BookPerson, MarkedBook } from './mark-book.ts';
export { markChapters } from './mark-book-chapters.ts';
export type { SuggestChapter } from './mark-book-chapters.ts';
export { suggestSpeakers } from './suggest-speakers.ts';
export type { SpeakerModel } from './suggest-speakers.ts';
export { STEP_COUNT } from './links.ts';
export { calibrated } from './ranker/calibration.ts';
export { categoryOf } from './ranker/category.ts';
export { forestScores } from './ranker/forest.ts';
export { packForest } from './ranker/pack-forest.ts';
export { openRanking, rankedChances } from './ranker/ranking.ts';
export type { Curve, Transitions, Forest, PackedRanker, Ranker, Ranking } from './ranker/index.ts';
export type {
  CastingParagraph,
  CastingQuote,
  DiscoveredName,
  LineCategory,
  RosterEntry,
  Sex,
  SpeakerCandidate,
  SpeakerKind,
  Suggestion,
  SuggestionRule,
} from './types.ts';
