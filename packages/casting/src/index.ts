export { discoverRoster } from './discover-roster.ts';
export { suggestSpeakers } from './suggest-speakers.ts';
export type {
  CastingParagraph,
  CastingQuote,
  DiscoveredName,
  RosterEntry,
  Sex,
  SpeakerCandidate,
  Suggestion,
  SuggestionRule,
} from './types.ts';
