import type { Heading } from './headings.ts';

/** Headings without those of a table of contents in front: a run without text between that begins again later. */
export function withoutContents(text: string, headings: readonly Heading[]): Heading[] {
  const first = headings[0];
  if (first === undefined) return [];
  const restart = headings.findIndex((heading, index) => index > 1 && heading.key === first.key);
  if (restart < 0) return [...headings];
  for (let index = 0; index + 1 < restart; index += 1) {
    const from = headings[index]?.line.to ?? 0;
    const to = headings[index + 1]?.line.from ?? 0;
    if (text.slice(from, to).trim() !== '') return [...headings];
  }
  return headings.slice(restart);
}
