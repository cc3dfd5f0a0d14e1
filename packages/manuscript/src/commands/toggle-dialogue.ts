import type { Command } from 'prosemirror-state';
import { detectDialogue } from '../dialogue/detect.ts';
import { SPEECH_THRESHOLD } from '../dialogue/likely-speech.ts';
import { lineMark } from '../schema/schema.ts';
import { linesWithin, remark, selectedRanges, textRange, trimmed, unmark } from './line-edit.ts';
import type { ParagraphRange } from './line-edit.ts';
import type { LineInfo } from '../queries/lines.ts';

/**
 * Dialogue on or off for what is selected, as a human decision. Off: a quotation that detection would find again becomes
 * a narration override, other lines lose their mark; inserted text is left alone. On: overrides become dialogue again;
 * bare text becomes a line: the selection, or at a cursor the quotation around it, or else the whole paragraph.
 */
export function toggleDialogue(newLineId: () => string): Command {
  return (state, dispatch) => {
    const ranges = selectedRanges(state);
    const touched = ranges.flatMap((range) => linesWithin(range).map((line) => ({ range, line })));
    const tr = state.tr;
    const on = touched.filter(({ line }) => line.kind !== 'narration' && !line.inserted);
    const overrides = touched.filter(({ line }) => line.kind === 'narration' && !line.inserted);
    if (on.length > 0) {
      for (const { range, line } of on) {
        if (wouldBeDetected(range, line))
          remark(tr, line, { kind: 'narration', roleId: null, origin: 'human', confidence: null });
        else unmark(tr, line);
      }
    } else if (overrides.length > 0) {
      for (const { line } of overrides) remark(tr, line, { kind: 'dialogue', origin: 'human' });
    } else if (touched.length === 0) {
      for (const range of ranges) {
        const span = bareSpan(state.doc, range);
        if (span === null) continue;
        const attributes = {
          lineId: newLineId(),
          roleId: null,
          kind: 'dialogue',
          origin: 'human',
          confidence: null,
          inserted: false,
        } as const;
        tr.addMark(span.from, span.to, lineMark(attributes));
      }
    }
    if (!tr.docChanged) return false;
    dispatch?.(tr);
    return true;
  };
}

function wouldBeDetected(range: ParagraphRange, line: LineInfo): boolean {
  return detectDialogue(range.paragraph.textContent).spans.some((span) => {
    const at = textRange(range.paragraph, range.start, span.from, span.to);
    return span.likelySpeech >= SPEECH_THRESHOLD && at.from < line.to && at.to > line.from;
  });
}

function bareSpan(
  doc: ParagraphRange['paragraph'],
  range: ParagraphRange,
): { from: number; to: number } | null {
  if (range.from < range.to) return trimmed(doc, range.from, range.to);
  const quote = detectDialogue(range.paragraph.textContent)
    .spans.map((span) => textRange(range.paragraph, range.start, span.from, span.to))
    .find(
      (span) =>
        span.from <= range.from && range.from <= span.to && linesWithin({ ...range, ...span }).length === 0,
    );
  if (quote !== undefined) return quote;
  // The rest of a paragraph that already has lines is narration between them, not one more line.
  if (range.paragraph.content.size === 0 || hasLines(range)) return null;
  return trimmed(doc, range.start, range.start + range.paragraph.content.size);
}

function hasLines(range: ParagraphRange): boolean {
  return (
    linesWithin({ ...range, from: range.start, to: range.start + range.paragraph.content.size }).length > 0
  );
}
