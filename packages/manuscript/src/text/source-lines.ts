/** A line of a text with its offsets; `text` is without surrounding white space, `to` excludes the line feed. */
export type SourceLine = { readonly from: number; readonly to: number; readonly text: string };

/** The lines of a text whose line ends are LF. */
export function sourceLines(text: string): SourceLine[] {
  const lines: SourceLine[] = [];
  let from = 0;
  while (from <= text.length) {
    const end = text.indexOf('\n', from);
    const to = end < 0 ? text.length : end;
    lines.push({ from, to, text: text.slice(from, to).trim() });
    from = to + 1;
  }
  return lines;
}
