/** A quote of a paragraph: one line of the script, with the mark that it carries now. */
export interface CastingQuote {
  /** Stable id of the line. */
  lineId: string;
  /** UTF-16 offset of the opening quotation mark in the paragraph's text. */
  from: number;
  /** UTF-16 offset just after the closing quotation mark. */
  to: number;
  /** Role marked now, or null. */
  roleId: string | null;
  /** Who set the mark. */
  origin: 'human' | 'rule' | 'model';
}

/** A paragraph of a chapter with its detected quotes; offsets are UTF-16 in text, quotation marks included. */
export interface CastingParagraph {
  text: string;
  quotes: readonly CastingQuote[];
}

/** Sex of a character as far as the text tells; null when unknown. */
export type Sex = 'male' | 'female' | null;

/** A role that the novel already has: main name first, then aliases. */
export interface RosterEntry {
  roleId: string;
  names: readonly string[];
  sex: Sex;
}

/** A character found in the text that is not in the roster yet. */
export interface DiscoveredName {
  name: string;
  aliases: readonly string[];
  sex: Sex;
  /** Occurrences in narration and speech, aliases included. */
  mentions: number;
  /** Speech frames (“X说”) whose grammatical subject it is. */
  speaks: number;
}

/** Which kind of evidence decided a suggestion, strongest first. */
export type SuggestionRule = 'explicit' | 'vocative' | 'alternation' | 'pronoun' | 'nearest' | 'none';

/** A person of the roster or a discovered one, an unnamed voice, several at once, or nobody: words that are only quoted. */
export type SpeakerKind = 'person' | 'anonymous' | 'group' | 'not-dialogue';

/**
 * How the narration tells the speaker: a frame names him, a frame points to him (a pronoun, a description, a group, no
 * subject), there is no frame; null for words that nobody speaks.
 */
export type LineCategory = 'explicit' | 'implicit' | 'latent' | null;

/**
 * A possible speaker; `roleId` is null for a discovered name that has no role yet, and for 匿名 and 群体 without a role.
 * 非对白 never has one.
 */
export interface SpeakerCandidate {
  roleId: string | null;
  name: string;
  kind: SpeakerKind;
  probability: number;
}

/**
 * Who probably speaks a line: at most three candidates, best first; `confidence` is the first one's
 * probability, calibrated on books that the ranker had not seen.
 */
export interface Suggestion {
  lineId: string;
  candidates: readonly SpeakerCandidate[];
  confidence: number;
  rule: SuggestionRule;
  /** As far as the frames beside the line tell. */
  category: LineCategory;
  /** The words that decided it, as UTF-16 offsets in a paragraph; null when there are none. */
  evidence: { paragraph: number; from: number; to: number } | null;
}
