import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../queries/lines.ts';
import { countingIds } from '../testing/arbitrary-manuscript.ts';
import { manuscriptFromText, manuscriptToText } from './plain.ts';

const nahan = readFileSync(new URL('../fixtures/nahan.txt', import.meta.url), 'utf8');

function filledLines(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .join('\n');
}

describe('manuscriptFromText', () => {
  it('keeps every character of every line that is not blank', () => {
    const piece = fc.constantFrom('“', '”', '你好。', '\n', '\r\n', '　　', ' ', '"', 'a\tb', '😀', '\ud800');
    const text = fc.oneof(
      fc.array(piece).map((parts) => parts.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, fc.boolean(), (source, detect) => {
        const doc = manuscriptFromText(source, countingIds(), { detect });
        doc.check();
        expect(manuscriptToText(doc, { inserted: false })).toBe(filledLines(source));
      }),
    );
  });

  it('marks the speech of a whole book and leaves its quoted terms alone', () => {
    const lines = linesOf(manuscriptFromText(nahan, countingIds()));
    const texts = new Set(lines.map((line) => line.text));
    expect(new Set(lines.map((line) => line.lineId)).size).toBe(lines.length);
    expect(
      lines.every((line) => line.origin === 'rule' && line.roleId === null && line.kind === 'dialogue'),
    ).toBe(true);
    // 712 quotations in the source, of which about a quarter are terms, titles and glosses.
    expect(lines.length).toBeGreaterThan(500);
    expect(lines.length).toBeLessThan(580);
    expect(texts.has('“寂寞呀，寂寞呀，在沙漠上似的寂寞呀！”')).toBe(true);
    expect(texts.has('“温一碗酒。”')).toBe(true);
    expect(texts.has('“豆腐西施”')).toBe(false);
    expect(texts.has('“外传”')).toBe(false);
  });

  it('marks nothing when asked not to', () => {
    expect(linesOf(manuscriptFromText('“好。”', countingIds(), { detect: false }))).toEqual([]);
  });
});
