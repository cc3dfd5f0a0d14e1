import type { Command } from 'prosemirror-state';
import { detectDialogue } from '../dialogue/detect.ts';
import type { DetectState } from '../dialogue/detect.ts';
import { SPEECH_THRESHOLD } from '../dialogue/likely-speech.ts';
import { eachParagraph, paragraphLines } from '../queries/paragraph-lines.ts';
import { detectedLine } from '../text/plain.ts';
import { textRange } from './line-edit.ts';

/** Marks speech in text that carries no line yet; a quotation that overlaps any line, whoever made it, is left as it is. False when nothing new is found. */
export function detectAll(newLineId: () => string): Command {
  return (state, dispatch) => {
    const tr = state.tr;
    let carry: DetectState | undefined;
    eachParagraph(state.doc, (paragraph, start) => {
      const detected = detectDialogue(paragraph.textContent, carry);
      carry = detected.carry;
      const lines = paragraphLines(paragraph);
      for (const span of detected.spans) {
        if (span.likelySpeech < SPEECH_THRESHOLD) continue;
        const { from, to } = textRange(paragraph, start, span.from, span.to);
        if (lines.some((line) => start + line.from < to && start + line.to > from)) continue;
        tr.addMark(from, to, detectedLine(newLineId()));
      }
    });
    if (!tr.docChanged) return false;
    dispatch?.(tr);
    return true;
  };
}
