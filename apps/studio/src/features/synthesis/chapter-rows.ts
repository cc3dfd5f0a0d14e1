import { narrationClassName } from '@huaben/contract';
import type { LineKind, SpokenSegment } from '@huaben/manuscript';
import { commonPairs } from './common-pairs.ts';

/** A piece of text and who speaks it. */
export interface SpokenText {
  readonly roleId: string;
  readonly kind: LineKind;
  readonly lineId: string | null;
  readonly paragraph: number;
  readonly text: string;
}

/** Where a spoken line of an audio version stands in that version's text. */
export interface SpokenPlace {
  readonly roleId: string;
  readonly lineId: string | null;
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
}

/**
 * One row of the voice screen. `segment` counts the pieces of the current text, `audio` the lines of
 * the audio version, both from 0; a row without `audio` has yet to be rendered, one without `segment`
 * is only heard, because the text has dropped it since.
 */
export interface ChapterRow extends SpokenText {
  readonly key: string;
  readonly segment: number | null;
  readonly audio: number | null;
}

/** Who reads a piece: narration, lines that nobody has yet and roles that no longer exist go to the narrator. */
export function speakerOf(kind: LineKind, roleId: string | null, cast: ReadonlySet<string>): string {
  return kind !== 'narration' && roleId !== null && cast.has(roleId) ? roleId : narrationClassName;
}

/** The pieces of the current text as the rows compare them; `cast` has the ids of all roles, discarded ones included. */
export function textsOfSegments(segments: readonly SpokenSegment[], cast: ReadonlySet<string>): SpokenText[] {
  return segments.map(({ kind, roleId, lineId, paragraph, text }) => ({
    roleId: speakerOf(kind, roleId, cast),
    kind,
    lineId,
    paragraph,
    text,
  }));
}

/** The lines of an audio version with the words that they speak, looked up in the pieces of that version's own text. */
export function textsOfAudio(
  places: readonly SpokenPlace[],
  segments: readonly SpokenSegment[],
): SpokenText[] {
  const byPlace = new Map(segments.map((segment) => [`${segment.paragraph}:${segment.from}`, segment]));
  return places.map(({ roleId, lineId, paragraph, from }) => {
    const segment = byPlace.get(`${paragraph}:${from}`);
    const spokenByNarrator = roleId === narrationClassName ? 'narration' : 'dialogue';
    return { roleId, kind: segment?.kind ?? spokenByNarrator, lineId, paragraph, text: segment?.text ?? '' };
  });
}

/**
 * Lays the lines of an audio version beside the pieces of the current text, in reading order: what both
 * have with the same speaker is one row; the rest are rows of their own, dropped lines before new ones.
 */
export function chapterRows(now: readonly SpokenText[], heard: readonly SpokenText[]): ChapterRow[] {
  const rows: ChapterRow[] = [];
  let segment = 0;
  let audio = 0;
  const flush = (toSegment: number, toAudio: number): void => {
    for (; audio < toAudio; audio += 1) rows.push(rowOf(heard[audio], null, audio));
    for (; segment < toSegment; segment += 1) rows.push(rowOf(now[segment], segment, null));
  };
  for (const [left, right] of commonPairs(now.map(identity), heard.map(identity))) {
    flush(left, right);
    rows.push(rowOf(now[left], left, right));
    segment = left + 1;
    audio = right + 1;
  }
  flush(now.length, heard.length);
  return rows;
}

function identity(text: SpokenText): string {
  return `${text.roleId}\u0000${text.text}`;
}

function rowOf(text: SpokenText | undefined, segment: number | null, audio: number | null): ChapterRow {
  if (text === undefined) throw new RangeError('a row needs its text');
  return { ...text, key: segment === null ? `a${String(audio)}` : `s${String(segment)}`, segment, audio };
}
