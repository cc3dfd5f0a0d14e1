export { manuscriptSchema } from './schema/schema.ts';
export { ATOM_NAMES } from './schema/atoms.ts';
export type { AtomName } from './schema/atoms.ts';
export { isManuscriptId } from './schema/line.ts';
export type { LineAttributes, LineKind, LineOrigin } from './schema/line.ts';
export { PAGE_SIZE, paginate, repaginate } from './schema/pages.ts';

export { parseManuscript } from './codec/parse.ts';
export type { ParsedManuscript } from './codec/parse.ts';
export { serialiseManuscript } from './codec/serialise.ts';
export { chapterMarkerOf, stripChapterMarker } from './codec/chapter-marker.ts';
export { contentHash } from './codec/content-hash.ts';
export { ManuscriptError } from './codec/manuscript-error.ts';
export type { ManuscriptErrorCode } from './codec/manuscript-error.ts';

export { detectDialogue } from './dialogue/detect.ts';
export type { DetectState, DialogueSpan } from './dialogue/detect.ts';
export { SPEECH_THRESHOLD } from './dialogue/likely-speech.ts';
export type { QuoteMark } from './dialogue/quote-marks.ts';

export { lineAt, linesOf, lineStats, nextUnassigned } from './queries/lines.ts';
export type { LineInfo, LineStats } from './queries/lines.ts';
export { MAX_SEGMENT_CHARACTERS, segmentsOf } from './queries/segments.ts';
export type { SpokenSegment } from './queries/segments.ts';
export { castingParagraphs } from './queries/casting-paragraphs.ts';
export type { CastingParagraph, CastingQuote } from './queries/casting-paragraphs.ts';

export { alternate, applySuggestions, assignRole } from './commands/assign-role.ts';
export type { LineTarget, RoleSuggestion } from './commands/assign-role.ts';
export { detectAll } from './commands/detect-all.ts';
export { insertAppearance, insertAside, insertPause } from './commands/insert.ts';
export { joinBackwardAcrossPages, joinForwardAcrossPages } from './commands/join-across-pages.ts';
export { replaceRole } from './commands/replace-role.ts';
export { mergeLines, splitLine } from './commands/split-merge.ts';
export { toggleDialogue } from './commands/toggle-dialogue.ts';
export { uniqueLineIds } from './commands/unique-line-ids.ts';
export type { EditHistory } from './commands/unique-line-ids.ts';

export { manuscriptFromText, manuscriptToText } from './text/plain.ts';
export type { FromTextOptions } from './text/plain.ts';
export { countWords, MAX_CHAPTER_CHARACTERS } from './text/words.ts';
export type { CountOptions } from './text/words.ts';

export { decodeText, MAX_IMPORT_BYTES } from './text/decode.ts';
export type { DecodedText } from './text/decode.ts';
export type { TextEncodingName } from './text/text-decoder.ts';
export { TextImportError } from './text/text-import-error.ts';
export type { TextImportErrorCode } from './text/text-import-error.ts';
export { compileHeadingPattern, HeadingPatternError } from './text/heading-pattern.ts';
export type { HeadingPattern } from './text/heading-pattern.ts';
export { splitBook } from './text/split-book.ts';
export type { BookChapter } from './text/split-book.ts';
export type { ChapterWarning } from './text/chapter-warning.ts';
export { continuationTitle, splitLongChapter } from './text/split-long-chapter.ts';
export { repairText } from './text/repair.ts';
export type { RepairChange, RepairOptions } from './text/repair.ts';
