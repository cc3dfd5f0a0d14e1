/** What a segment of speech is, as far as pauses are concerned. */
export type SegmentKind = 'title' | 'narration' | 'dialogue' | 'aside';

/** A segment as the pause table sees it. */
export interface PauseSegment {
  readonly kind: SegmentKind;
  /** Who speaks; two different speakers leave each other a little more room. */
  readonly roleId?: string;
  /** The last segment of its paragraph. */
  readonly endsParagraph?: boolean;
  /** The last segment of its chapter. */
  readonly endsChapter?: boolean;
  /** A pause that a person set after this segment, in milliseconds; it wins over the table. */
  readonly pauseMs?: number;
}

/** Pause after a segment within a paragraph, in milliseconds: previous kind → next kind. */
const PAUSE_MS: Record<SegmentKind, Record<SegmentKind, number>> = {
  title: { title: 800, narration: 1200, dialogue: 1200, aside: 1200 },
  narration: { title: 1500, narration: 350, dialogue: 300, aside: 250 },
  dialogue: { title: 1500, narration: 350, dialogue: 450, aside: 200 },
  aside: { title: 1500, narration: 250, dialogue: 200, aside: 200 },
};
const SAME_SPEAKER_MS = 250;
const PARAGRAPH_END_MS = 650;
/** A reply in its own paragraph is still a reply: it comes sooner than a new paragraph of narration. */
const REPLY_MS = 500;
const CHAPTER_END_MS = 2000;
const LONGEST_MS = 60_000;

/**
 * Milliseconds of silence after `previous`, with `next` following (null at the end).
 * An explicit `pauseMs` wins; then the end of the chapter, of the paragraph, and the kinds of the two neighbours.
 */
export function gapAfterMs(previous: PauseSegment, next: PauseSegment | null): number {
  if (previous.pauseMs !== undefined) return Math.max(0, Math.min(LONGEST_MS, previous.pauseMs));
  if (next === null || previous.endsChapter === true) return CHAPTER_END_MS;
  const between = PAUSE_MS[previous.kind][next.kind];
  const dialogue = previous.kind === 'dialogue' && next.kind === 'dialogue';
  const sameSpeaker = dialogue && previous.roleId !== undefined && previous.roleId === next.roleId;
  if (previous.endsParagraph === true) {
    return Math.max(between, dialogue && !sameSpeaker ? REPLY_MS : PARAGRAPH_END_MS);
  }
  return sameSpeaker ? SAME_SPEAKER_MS : between;
}
