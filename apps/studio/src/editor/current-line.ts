/** CSS that singles out one line, drawn without any change of the document. */
export function currentLineRule(lineId: string | null): string {
  if (lineId === null) return '';
  return (
    `.manuscript [data-line=${JSON.stringify(lineId)}]` +
    '{background-color:var(--chosen);outline:2px solid var(--primary);outline-offset:2px}'
  );
}

/** CSS that underlines waiting lines in the colour of the role that is suggested for each. */
export function suggestedRules(
  lines: readonly { readonly lineId: string; readonly color: string }[],
): string {
  const byColour = new Map<string, string[]>();
  for (const { lineId, color } of lines) {
    const selectors = byColour.get(color) ?? [];
    selectors.push(`.manuscript .line[data-line=${JSON.stringify(lineId)}]:not([data-role])`);
    byColour.set(color, selectors);
  }
  return [...byColour]
    .map(
      ([color, selectors]) =>
        `${selectors.join(',')}{text-decoration-color:${color};text-decoration-style:dotted;text-decoration-thickness:2.5px}`,
    )
    .join('\n');
}
