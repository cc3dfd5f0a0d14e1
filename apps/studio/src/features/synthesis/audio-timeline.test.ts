import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkOfLine, lineAtMs, lineEndMs, planChunks } from './audio-timeline.ts';
import { clockText } from './clock-words.ts';

const spoken = fc
  .array(
    fc.record({ durationMs: fc.integer({ min: 1, max: 40_000 }), pause: fc.integer({ min: 0, max: 3000 }) }),
    {
      maxLength: 80,
    },
  )
  .map((parts) => {
    let at = 0;
    const lines = parts.map(({ durationMs, pause }) => {
      const line = { startMs: at, durationMs };
      at += durationMs + pause;
      return line;
    });
    return { lines, totalMs: at };
  });

describe('lineAtMs', () => {
  const lines = [
    { startMs: 0, durationMs: 900 },
    { startMs: 1000, durationMs: 500 },
    { startMs: 2000, durationMs: 500 },
  ];

  it('gives a pause to the line before it', () => {
    expect([0, 950, 999, 1000, 1999, 2000, 99_999].map((ms) => lineAtMs(lines, ms))).toEqual([
      0, 0, 0, 1, 1, 2, 2,
    ]);
  });

  it('has no line in an empty chapter, and the first before the beginning', () => {
    expect(lineAtMs([], 10)).toBe(-1);
    expect(lineAtMs(lines, -5)).toBe(0);
  });

  it('agrees with a search from the front', () => {
    fc.assert(
      fc.property(spoken, fc.double({ min: 0, max: 1, noNaN: true }), ({ lines: list, totalMs }, share) => {
        const ms = totalMs * share;
        const slow = list.findLastIndex((line) => line.startMs <= ms);
        expect(lineAtMs(list, ms)).toBe(slow);
      }),
    );
  });
});

describe('planChunks', () => {
  it('covers every line once without gaps in time', () => {
    fc.assert(
      fc.property(spoken, ({ lines, totalMs }) => {
        const chunks = planChunks(lines, totalMs, 30_000);
        let line = 0;
        let ms = 0;
        for (const chunk of chunks) {
          expect([chunk.from, chunk.startMs]).toEqual([line, ms]);
          line = chunk.to;
          ms = chunk.endMs;
        }
        expect([line, ms]).toEqual([lines.length, totalMs]);
      }),
    );
  });

  it('makes no piece shorter than the target but the last, and none longer by more than its last line', () => {
    fc.assert(
      fc.property(spoken, ({ lines, totalMs }) => {
        const chunks = planChunks(lines, totalMs, 30_000);
        for (const chunk of chunks.slice(0, -1))
          expect(chunk.endMs - chunk.startMs).toBeGreaterThanOrEqual(30_000);
        for (const chunk of chunks) {
          const lastStart = lines[chunk.to - 1]?.startMs ?? 0;
          expect(lastStart - chunk.startMs).toBeLessThan(30_000);
        }
      }),
    );
  });

  it('finds the piece of each line', () => {
    fc.assert(
      fc.property(spoken, ({ lines, totalMs }) => {
        const chunks = planChunks(lines, totalMs, 30_000);
        lines.forEach((_line, index) => {
          const chunk = chunks[chunkOfLine(chunks, index)];
          expect(chunk !== undefined && chunk.from <= index && index < chunk.to).toBe(true);
        });
        expect(chunkOfLine(chunks, lines.length)).toBe(-1);
      }),
    );
  });
});

describe('lineEndMs', () => {
  it('is the next beginning, and the end of the chapter for the last line', () => {
    const lines = [
      { startMs: 0, durationMs: 400 },
      { startMs: 700, durationMs: 400 },
    ];
    expect([lineEndMs(lines, 1500, 0), lineEndMs(lines, 1500, 1)]).toEqual([700, 1500]);
  });
});

describe('clockText', () => {
  it('writes clocks', () => {
    expect([0, 999, 61_000, 3_599_999, 3_600_000, 36_061_000].map(clockText)).toEqual([
      '0:00',
      '0:00',
      '1:01',
      '59:59',
      '1:00:00',
      '10:01:01',
    ]);
  });
});
