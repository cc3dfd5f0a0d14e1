import { detectDialogue } from '../dialogue/detect.ts';
import type { DetectState } from '../dialogue/detect.ts';
import { MAX_CHAPTER_CHARACTERS } from './words.ts';

/**
 * Cuts a text into parts of at most `maxChars` UTF-16 units and about equal length, at line ends only and never inside a
 * speech that runs over several paragraphs; one paragraph or speech longer than that stays whole.
 * The parts joined by line feeds are the text.
 */
export function splitLongChapter(text: string, maxChars: number = MAX_CHAPTER_CHARACTERS): string[] {
  if (text.length <= maxChars) return [text];
  const blocks = unbreakableBlocks(text);
  const target = text.length / Math.ceil(text.length / maxChars);
  const parts: string[] = [];
  let current: string | null = null;
  for (const block of blocks) {
    const joined: string = current === null ? block : `${current}\n${block}`;
    const full = current !== null && (joined.length > maxChars || current.length >= target);
    if (full && current !== null && block.trim() !== '') {
      parts.push(current);
      current = block;
    } else {
      current = joined;
    }
  }
  if (current !== null) parts.push(current);
  return parts;
}

/** The title of part `index` (0 is the first) of a chapter that was cut: 标题, 标题（续）, 标题（续2）… */
export function continuationTitle(title: string, index: number): string {
  if (index <= 0) return title;
  return index === 1 ? `${title}（续）` : `${title}（续${index}）`;
}

function unbreakableBlocks(text: string): string[] {
  const blocks: string[] = [];
  let carry: DetectState | undefined;
  for (const line of text.split('\n')) {
    const open = carry !== undefined && carry.open !== null;
    const blank = line.trim() === '';
    const detected = blank ? null : detectDialogue(line, carry);
    const continues = open && (blank || detected?.spans[0]?.turn === carry?.openTurn);
    const last = blocks.length - 1;
    if (continues && last >= 0) blocks[last] = `${blocks[last] ?? ''}\n${line}`;
    else blocks.push(line);
    if (detected !== null) carry = detected.carry;
  }
  return blocks;
}
