import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { parseManuscript } from '../codec/parse.ts';
import { arbitraryManuscript, countingIds } from '../testing/arbitrary-manuscript.ts';
import { manuscriptFromText } from '../text/plain.ts';
import { castingParagraphs } from './casting-paragraphs.ts';
import { lineAt, linesOf, lineStats, nextUnassigned } from './lines.ts';
import { MAX_SEGMENT_CHARACTERS, segmentsOf } from './segments.ts';

const nahan = readFileSync(new URL('../fixtures/nahan.txt', import.meta.url), 'utf8');

function docOf(inner: string): Node {
  return parseManuscript(inner).doc;
}

function span(id: string, text: string, more = ''): string {
  const role = /data-role="[^"]*"/.exec(more)?.[0];
  const kind = /kind=(\w+)/.exec(more)?.[1] ?? 'dialogue';
  return `<span data-line="${id}"${role === undefined ? '' : ` ${role}`} data-kind="${kind}" data-origin="rule"${more.includes('inserted') ? ' data-inserted' : ''}>${text}</span>`;
}

const scene = docOf(
  `<p>开场。</p><p>${span('a', '“走，”', 'data-role="r1"')}他说，${span('b', '“好。”')}</p>` +
    `<p>${span('c', '心里话', 'kind=aside inserted data-role="r1"')}${span('d', '“题词”', 'kind=narration')}完。${span('e', '“嗯<i data-pause="p" data-ms="300"></i>。”', 'data-role="r2"')}</p>`,
);

describe('linesOf and lineAt', () => {
  it('lists lines in reading order with their places', () => {
    expect(linesOf(scene).map(({ lineId, paragraph, text }) => [lineId, paragraph, text])).toEqual([
      ['a', 1, '“走，”'],
      ['b', 1, '“好。”'],
      ['c', 2, '心里话'],
      ['d', 2, '“题词”'],
      ['e', 2, '“嗯。”'],
    ]);
  });

  it('agrees with the text between the positions, for any document', () => {
    fc.assert(
      fc.property(arbitraryManuscript, (doc) => {
        for (const line of linesOf(doc)) {
          expect(doc.textBetween(line.from, line.to)).toBe(line.text);
          expect(lineAt(doc, line.from)?.lineId).toBe(line.lineId);
        }
      }),
    );
  });

  it('finds the line at a position, and none in bare text', () => {
    const [a] = linesOf(scene);
    expect(lineAt(scene, 3)).toBeNull();
    expect(lineAt(scene, (a?.from ?? 0) + 1)).toEqual(a);
    expect(lineAt(scene, 0)).toBeNull();
    expect(lineAt(scene, 99_999)).toBeNull();
  });
});

describe('nextUnassigned', () => {
  it('goes round in both directions and passes over narration', () => {
    const two = docOf(
      `<p>${span('a', '“一”')}说${span('b', '“二”', 'data-role="r"')}${span('c', '“三”')}</p>`,
    );
    const [a, , c] = linesOf(two);
    expect(nextUnassigned(two, 0, 1)).toEqual(a);
    expect(nextUnassigned(two, a?.from ?? 0, 1)).toEqual(c);
    expect(nextUnassigned(two, c?.from ?? 0, 1)).toEqual(a);
    expect(nextUnassigned(two, c?.from ?? 0, -1)).toEqual(a);
    expect(nextUnassigned(two, 0, -1)).toEqual(c);
    expect(nextUnassigned(docOf(`<p>${span('d', '“题”', 'kind=narration')}</p>`), 0, 1)).toBeNull();
  });
});

describe('lineStats', () => {
  it('counts lines and words by role', () => {
    expect(lineStats(scene)).toEqual({
      lines: 5,
      unassigned: 1,
      dialogueWords: 6,
      narrationWords: 7,
      byRole: new Map([
        ['r1', { lines: 2, words: 4 }],
        ['r2', { lines: 1, words: 1 }],
      ]),
    });
  });
});

describe('castingParagraphs', () => {
  it('gives the author’s text with the lines that may have a speaker', () => {
    expect(castingParagraphs(scene)).toEqual([
      { text: '开场。', quotes: [] },
      {
        text: '“走，”他说，“好。”',
        quotes: [
          { lineId: 'a', from: 0, to: 4, roleId: 'r1', origin: 'rule' },
          { lineId: 'b', from: 7, to: 11, roleId: null, origin: 'rule' },
        ],
      },
      { text: '“题词”完。“嗯。”', quotes: [{ lineId: 'e', from: 6, to: 10, roleId: 'r2', origin: 'rule' }] },
    ]);
  });
});

describe('segmentsOf', () => {
  it('speaks lines and narration in order, without quotation marks, and stops for pauses', () => {
    const said = segmentsOf(scene).map(({ kind, lineId, text, pauseAfterMs, part }) => [
      kind,
      lineId,
      text,
      pauseAfterMs,
      part,
    ]);
    expect(said).toEqual([
      ['narration', null, '开场。', null, 0],
      ['dialogue', 'a', '走，', null, 0],
      ['narration', null, '他说，', null, 0],
      ['dialogue', 'b', '好。', null, 0],
      ['aside', 'c', '心里话', null, 0],
      ['narration', 'd', '题词', null, 0],
      ['narration', null, '完。', null, 0],
      ['dialogue', 'e', '嗯', 300, 0],
    ]);
  });

  it('takes the emotion set before or in a line', () => {
    const doc = docOf(
      `<p><i data-emotion="m" data-label="怒"></i>${span('a', '“滚！”')}他走了。${span('b', '“<i data-emotion="n" data-label="喜"></i>好。”')}</p>`,
    );
    expect(segmentsOf(doc).map((segment) => segment.emotion)).toEqual(['怒', null, '喜']);
  });

  it('cuts long text at sentence ends and counts the parts of a line', () => {
    const sentence = `${'很'.repeat(70)}。`;
    const doc = docOf(`<p>${span('a', `“${sentence.repeat(3)}”`)}</p><p>${'长'.repeat(400)}</p>`);
    const segments = segmentsOf(doc);
    expect(
      segments.filter((segment) => segment.lineId === 'a').map(({ part, text }) => [part, text]),
    ).toEqual([
      [0, sentence.repeat(2)],
      [1, sentence],
    ]);
    expect(segments.filter((segment) => segment.lineId === null).map(({ text }) => text.length)).toEqual([
      150, 150, 100,
    ]);
  });

  it('speaks every letter and digit exactly once, in order, for any document', () => {
    fc.assert(
      fc.property(arbitraryManuscript, (doc) => {
        expect(faultsOf(doc)).toEqual([]);
      }),
    );
  });

  it('speaks every letter and digit of a whole book exactly once, in order', () => {
    expect(faultsOf(manuscriptFromText(nahan, countingIds()))).toEqual([]);
  });
});

function faultsOf(doc: Node): string[] {
  const texts: string[] = [];
  doc.descendants((node) => {
    if (node.isTextblock) texts.push(node.textContent);
  });
  const faults: string[] = [];
  const unspoken = texts.map((text) => [...text]);
  const covered = texts.map((text) => new Uint8Array(text.length));
  let last = { paragraph: 0, to: 0 };
  for (const { paragraph, from, to, text } of segmentsOf(doc)) {
    if (texts[paragraph]?.slice(from, to) !== text) faults.push(`not the text: ${text}`);
    if (text.length > MAX_SEGMENT_CHARACTERS || text === '') faults.push(`length ${text.length}`);
    const inOrder = paragraph === last.paragraph ? from >= last.to : paragraph > last.paragraph;
    if (!inOrder) faults.push(`out of order: ${text}`);
    covered[paragraph]?.fill(1, from, to);
    last = { paragraph, to };
  }
  unspoken.forEach((characters, index) => {
    let at = 0;
    for (const character of characters) {
      if (/[\p{L}\p{N}]/u.test(character) && covered[index]?.[at] !== 1)
        faults.push(`unspoken: ${character}`);
      at += character.length;
    }
  });
  return faults;
}
