import type { Node } from 'prosemirror-model';
import type { LineKind } from '../schema/line.ts';
import { lineAttributes, lineMarkOf } from '../schema/schema.ts';
import { withoutOuterQuotes } from '../dialogue/quote-marks.ts';
import { cutSentences } from '../text/sentences.ts';
import { eachParagraph } from './paragraph-lines.ts';

/** The longest piece handed to a voice, in UTF-16 units. */
export const MAX_SEGMENT_CHARACTERS = 150;

/**
 * One piece to be spoken. `from` and `to` are UTF-16 offsets in the paragraph's text (inserted text included), and `text`
 * is what stands there. Pieces of one line share `lineId` and count `part` from 0; bare narration has no line.
 * `pauseAfterMs` is the sum of the pauses set behind it, `emotion` the last emotion label set in or right before its line.
 */
export type SpokenSegment = {
  readonly kind: LineKind;
  readonly lineId: string | null;
  readonly roleId: string | null;
  readonly text: string;
  readonly paragraph: number;
  readonly from: number;
  readonly to: number;
  readonly part: number;
  readonly pauseAfterMs: number | null;
  readonly emotion: string | null;
};

type Run = {
  readonly kind: LineKind;
  readonly lineId: string | null;
  readonly roleId: string | null;
  readonly from: number;
  to: number;
  emotion: string | null;
  /** Offsets at which a pause or an emotion cuts the run. */
  readonly cuts: number[];
  readonly pauses: { readonly at: number; readonly ms: number }[];
};

const SPOKEN = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/**
 * What a voice reads, in reading order: lines by their role, everything else as narration, in pieces of at most 150
 * characters cut at ends of sentences. Quotation marks around a piece and pieces of mere punctuation are not spoken.
 * A pause before the first spoken piece has nothing to follow and is dropped.
 */
export function segmentsOf(doc: Node): SpokenSegment[] {
  const segments: SpokenSegment[] = [];
  const parts = new Map<string, number>();
  eachParagraph(doc, (paragraph, _start, index) => {
    const text = paragraph.textContent;
    for (const run of runsOf(paragraph)) {
      pushRun(segments, parts, run, text, index);
    }
  });
  return segments;
}

function runsOf(paragraph: Node): Run[] {
  const runs: Run[] = [];
  let at = 0;
  let emotion: string | null = null;
  for (let index = 0; index < paragraph.childCount; index += 1) {
    const child = paragraph.child(index);
    const mark = lineMarkOf(child.marks);
    const line = mark === null ? null : lineAttributes(mark);
    let run = runs[runs.length - 1];
    if (run === undefined || run.lineId !== (line?.lineId ?? null)) {
      run = {
        kind: line?.kind ?? 'narration',
        lineId: line?.lineId ?? null,
        roleId: line?.roleId ?? null,
        from: at,
        to: at,
        emotion: line === null ? null : emotion,
        cuts: [],
        pauses: [],
      };
      runs.push(run);
      if (line !== null) emotion = null;
    }
    const length = child.text?.length ?? 0;
    if (child.type.name === 'pause') {
      run.cuts.push(at);
      run.pauses.push({ at, ms: Number(child.attrs['ms']) });
    } else if (child.type.name === 'emotion') {
      const label = String(child.attrs['label']);
      if (line === null) emotion = label;
      else run.emotion = label;
    }
    at += length;
    run.to = at;
  }
  return runs;
}

function pushRun(
  segments: SpokenSegment[],
  parts: Map<string, number>,
  run: Run,
  text: string,
  paragraph: number,
): void {
  const borders = [run.from, ...run.cuts, run.to];
  let part = run.lineId === null ? 0 : (parts.get(run.lineId) ?? 0);
  for (let index = 0; index + 1 < borders.length; index += 1) {
    const from = borders[index] ?? run.from;
    const to = borders[index + 1] ?? run.to;
    for (const piece of piecesOf(text, from, to)) {
      const { kind, lineId, roleId, emotion } = run;
      segments.push({
        kind,
        lineId,
        roleId,
        text: text.slice(piece.from, piece.to),
        paragraph,
        from: piece.from,
        to: piece.to,
        part,
        pauseAfterMs: null,
        emotion,
      });
      part += 1;
    }
    const pause = run.pauses[index];
    const last = segments[segments.length - 1];
    if (pause !== undefined && last !== undefined) {
      segments[segments.length - 1] = { ...last, pauseAfterMs: (last.pauseAfterMs ?? 0) + pause.ms };
    }
  }
  if (run.lineId !== null) parts.set(run.lineId, part);
}

function piecesOf(text: string, from: number, to: number): { from: number; to: number }[] {
  const pieces: { from: number; to: number }[] = [];
  for (const cut of cutSentences(text.slice(from, to), MAX_SEGMENT_CHARACTERS)) {
    const raw = text.slice(from + cut.from, from + cut.to);
    if (!SPOKEN.test(raw)) continue;
    const lead = raw.indexOf(withoutOuterQuotes(raw));
    const start = from + cut.from + lead;
    pieces.push({ from: start, to: start + withoutOuterQuotes(raw).length });
  }
  return pieces;
}
