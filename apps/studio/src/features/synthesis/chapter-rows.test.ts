import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { manuscriptFromText, segmentsOf } from '@huaben/manuscript';
import { chapterRows, speakerOf, textsOfAudio, textsOfSegments } from './chapter-rows.ts';
import type { SpokenText } from './chapter-rows.ts';
import { commonPairs } from './common-pairs.ts';

const piece = (text: string, roleId = 'noLine'): SpokenText => ({
  text,
  roleId,
  kind: roleId === 'noLine' ? 'narration' : 'dialogue',
  lineId: null,
  paragraph: 0,
});

describe('commonPairs', () => {
  it('finds what both lists have, in order', () => {
    expect(commonPairs(['a', 'b', 'c', 'd'], ['a', 'x', 'c', 'd'])).toEqual([
      [0, 0],
      [2, 2],
      [3, 3],
    ]);
  });

  it('pairs equal items only, rising on both sides, and all of them when the lists are equal', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 });
    fc.assert(
      fc.property(list, list, (left, right) => {
        const pairs = commonPairs(left, right);
        for (const [index, [i, j]] of pairs.entries()) {
          expect(left[i]).toBe(right[j]);
          const before = pairs[index - 1];
          if (before !== undefined) expect(before[0] < i && before[1] < j).toBe(true);
        }
        expect(commonPairs(left, left)).toHaveLength(left.length);
      }),
    );
  });

  it('stays valid on lists too long to compare fully', () => {
    const left = Array.from({ length: 5000 }, (_, index) => `l${String(index % 7)}`);
    const right = Array.from({ length: 5000 }, (_, index) => `l${String((index * 3 + 1) % 7)}`);
    const pairs = commonPairs(left, right);
    expect(pairs.length).toBeGreaterThan(500);
    pairs.forEach(([i, j], index) => {
      expect(left[i]).toBe(right[j]);
      const before = pairs[index - 1] ?? [-1, -1];
      expect(before[0] < i && before[1] < j).toBe(true);
    });
  });
});

describe('chapterRows', () => {
  it('leaves every row without sound before the first synthesis', () => {
    const rows = chapterRows([piece('甲'), piece('乙')], []);
    expect(rows.map((row) => [row.segment, row.audio])).toEqual([
      [0, null],
      [1, null],
    ]);
  });

  it('marks only the line whose speaker changed', () => {
    const heard = [piece('他说'), piece('走罢', 'r1'), piece('于是走了')];
    const now = [piece('他说'), piece('走罢', 'r2'), piece('于是走了')];
    const rows = chapterRows(now, heard);
    expect(rows.map((row) => [row.roleId, row.segment, row.audio])).toEqual([
      ['noLine', 0, 0],
      ['r1', null, 1],
      ['r2', 1, null],
      ['noLine', 2, 2],
    ]);
  });

  it('holds every piece and every heard line exactly once, in order', () => {
    const list = fc.array(fc.tuple(fc.constantFrom('甲', '乙', '丙'), fc.constantFrom('noLine', 'r1')), {
      maxLength: 30,
    });
    fc.assert(
      fc.property(list, list, (left, right) => {
        const rows = chapterRows(
          left.map(([text, role]) => piece(text, role)),
          right.map(([text, role]) => piece(text, role)),
        );
        const kept = (pick: (row: (typeof rows)[number]) => number | null): number[] =>
          rows.map(pick).filter((index) => index !== null);
        expect(kept((row) => row.segment)).toEqual([...left.keys()]);
        expect(kept((row) => row.audio)).toEqual([...right.keys()]);
        expect(new Set(rows.map((row) => row.key)).size).toBe(rows.length);
      }),
    );
  });
});

describe('the words of an audio version', () => {
  it('are found at their place in the text', () => {
    let count = 0;
    const doc = manuscriptFromText('老栓说：“走罢。”便出去了。\n街上黑沉沉的。', () => `l${String(count++)}`);
    const segments = segmentsOf(doc);
    const places = segments.map((segment) => ({
      ...segment,
      roleId: speakerOf(segment.kind, segment.roleId, new Set()),
    }));
    expect(textsOfAudio(places, segments)).toEqual(textsOfSegments(segments, new Set()));
    expect(textsOfAudio(places, segments).map((text) => text.text)).toContain('走罢。');
  });

  it('are empty where the text does not tell', () => {
    const lost = textsOfAudio([{ roleId: 'r1', lineId: 'x', paragraph: 9, from: 0, to: 2 }], []);
    expect(lost).toEqual([{ roleId: 'r1', kind: 'dialogue', lineId: 'x', paragraph: 9, text: '' }]);
  });
});

describe('speakerOf', () => {
  const cast = new Set(['r1']);

  it('is the role of a line, and the narrator for everything that no role of the cast says', () => {
    expect([
      speakerOf('dialogue', 'r1', cast),
      speakerOf('aside', 'r1', cast),
      speakerOf('dialogue', null, cast),
      speakerOf('dialogue', 'deleted', cast),
      speakerOf('narration', 'r1', cast),
    ]).toEqual(['r1', 'r1', 'noLine', 'noLine', 'noLine']);
  });
});
