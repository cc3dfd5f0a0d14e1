// A line is taken for wrapped when it fills at least this share of the usual width.
const FULL = 0.88;
const INDENTED = /^(?:\u3000| {2}|\t)/;
const SENTENCE_END = /[。！？!?…”』」"]$/;
const LATIN_EDGE = /[A-Za-z0-9,.;:!?]$/;

/**
 * Joins lines that were broken at a fixed width: a full line and the unindented line right below it become one, with a
 * space only between Latin words. In a text without indents a full line that ends a sentence is left alone.
 */
export function joinHardWraps(text: string): { text: string; count: number } {
  const lines = text.split('\n');
  const width = wrapWidth(lines);
  if (width === null) return { text, count: 0 };
  const indented = lines.filter((line) => INDENTED.test(line)).length > lines.length / 20;
  const joined: string[] = [];
  let count = 0;
  let previous: string | null = null;
  for (const line of lines) {
    const last = joined[joined.length - 1];
    const wrapped =
      previous !== null &&
      last !== undefined &&
      line.trim() !== '' &&
      !INDENTED.test(line) &&
      displayWidth(previous) >= width * FULL &&
      (indented || !SENTENCE_END.test(previous.trimEnd()));
    if (wrapped) {
      const head = last.trimEnd();
      joined[joined.length - 1] =
        head + (LATIN_EDGE.test(head) && /^[A-Za-z0-9]/.test(line) ? ' ' : '') + line;
      count += 1;
    } else {
      joined.push(line);
    }
    previous = line.trim() === '' ? null : line;
  }
  return { text: joined.join('\n'), count };
}

/** The width at which the text was broken: that of nearly the longest line with text right below it; null when lines are too long or too few to be wrapped. */
function wrapWidth(lines: readonly string[]): number | null {
  const widths: number[] = [];
  lines.forEach((line, index) => {
    const next = lines[index + 1];
    if (line.trim() !== '' && next !== undefined && next.trim() !== '' && !INDENTED.test(next))
      widths.push(displayWidth(line));
  });
  if (widths.length < 3) return null;
  widths.sort((left, right) => left - right);
  const width = widths[Math.floor(widths.length * 0.9)] ?? 0;
  return width < 20 || width > 200 ? null : width;
}

/** Columns of a line: 2 for full-width characters, 1 for others. */
function displayWidth(line: string): number {
  let width = 0;
  for (let at = 0; at < line.length; at += 1) width += line.charCodeAt(at) >= 0x2000 ? 2 : 1;
  return width;
}
