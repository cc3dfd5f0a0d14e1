import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAnswers } from './read-answers.ts';

const three = [3, 3, 3];
const full = '{"answers":[{"line":1,"choice":2},{"line":2,"choice":0},{"line":3,"choice":3}]}';
const all = [
  [1, 2],
  [2, 0],
  [3, 3],
];

describe('a reply', () => {
  it('is taken whole and without remark when it is as asked', () => {
    const read = readAnswers(full, three);
    expect([...read.choices]).toEqual(all);
    expect(read.flaws).toEqual([]);
    expect(read.unusable.size).toBe(0);
  });

  it.each([
    ['a code fence', `\`\`\`json\n${full}\n\`\`\``, ['fenced']],
    ['prose around it', `好的，以下是答案：\n${full}\n希望有帮助。`, ['prose']],
    ['a finished thought', `<think>也许 {"line":1,"choice":1}</think>${full}`, []],
    ['a bare array', '[{"line":1,"choice":2},{"line":2,"choice":0},{"line":3,"choice":3}]', ['wrong-shape']],
    [
      'a comma too many',
      '{"answers":[{"line":1,"choice":2},{"line":2,"choice":0},{"line":3,"choice":3},]}',
      ['not-json'],
    ],
    ['names beside the numbers', full.replace('"choice":2', '"choice":2,"name":"老栓"'), []],
  ])('gives its numbers despite %s', (_what, content, flaws) => {
    const read = readAnswers(content, three);
    expect([...read.choices]).toEqual(all);
    expect(read.flaws).toEqual(flaws);
  });

  it('keeps what stands before the place where it was cut', () => {
    const read = readAnswers('{"answers":[{"line":1,"choice":2},{"line":2,"cho', three);
    expect([...read.choices]).toEqual([[1, 2]]);
    expect([...read.unusable]).toEqual([
      [2, 'missing-line'],
      [3, 'missing-line'],
    ]);
    expect(read.flaws).toEqual(['truncated', 'missing-line', 'missing-line']);
  });

  it.each([
    ['', 'empty'],
    [' \n', 'empty'],
    ['我认为第一句是老栓说的。', 'prose'],
    ['null', 'wrong-shape'],
    ['"1"', 'wrong-shape'],
    ['{"answers":{"1":2}}', 'wrong-shape'],
    ['<think>先看 {"line":1,"choice":1} 再', 'truncated'],
    [`${full}${' '.repeat(10)}${'x'.repeat(70_000)}`, 'too-large'],
  ])('%j gives nothing: %s', (content, flaw) => {
    const read = readAnswers(content, three);
    expect(read.choices.size).toBe(0);
    expect(read.flaws[0]).toBe(flaw);
    expect([...read.unusable.values()]).toEqual([flaw, flaw, flaw]);
  });

  it.each([
    ['a choice beyond the candidates', '{"line":1,"choice":4}', 'out-of-range'],
    ['a negative choice', '{"line":1,"choice":-1}', 'out-of-range'],
    ['a fraction', '{"line":1,"choice":1.5}', 'wrong-type'],
    ['a number as text', '{"line":1,"choice":"1"}', 'wrong-type'],
    ['a name', '{"line":1,"choice":"老栓"}', 'wrong-type'],
    ['no choice', '{"line":1}', 'wrong-type'],
    ['null', '{"line":1,"choice":null}', 'wrong-type'],
    ['two answers', '{"line":1,"choice":1},{"line":1,"choice":2}', 'repeated-line'],
    ['two equal answers', '{"line":1,"choice":1},{"line":1,"choice":1}', 'repeated-line'],
    ['a bad and a good answer', '{"line":1,"choice":9},{"line":1,"choice":1}', 'repeated-line'],
    ['three answers', '{"line":1,"choice":1},{"line":1,"choice":1},{"line":1,"choice":1}', 'repeated-line'],
  ])('leaves a line open for %s and takes the other', (_what, entries, flaw) => {
    const read = readAnswers(`{"answers":[${entries},{"line":2,"choice":1}]}`, [3, 3]);
    expect([...read.choices]).toEqual([[2, 1]]);
    expect([...read.unusable]).toEqual([[1, flaw]]);
    expect(read.flaws).toContain(flaw);
  });

  it('does not let a draft in prose decide', () => {
    const read = readAnswers(`例如 {"line":1,"choice":1}，所以：${full}`, three);
    expect([...read.choices.keys()]).toEqual([2, 3]);
    expect(read.unusable.get(1)).toBe('repeated-line');
  });

  it.each(['{"line":0,"choice":1}', '{"line":4,"choice":1}', '{"line":-1,"choice":1}'])(
    'notes a line that was not asked: %s',
    (entry) => {
      const read = readAnswers(full.replace('[', `[${entry},`), three);
      expect([...read.choices]).toEqual(all);
      expect(read.flaws).toEqual(['unknown-line']);
    },
  );

  it.each(['[3]', '"老栓"', 'null', '{"id":"l1","choice":1}'])(
    'notes an entry without a line: %s',
    (entry) => {
      const read = readAnswers(full.replace('[', `[${entry},`), three);
      expect([...read.choices]).toEqual(all);
      expect(read.flaws).toEqual(['wrong-type']);
    },
  );
});

const loose = fc.oneof(
  fc.integer({ min: -2, max: 8 }),
  fc.double(),
  fc.string(),
  fc.constant(null),
  fc.array(fc.nat(3)),
);
const entry = fc.record({ line: loose, choice: loose, why: loose }, { requiredKeys: [] });
const nearlyRight = fc
  .tuple(
    fc.constantFrom('', '好的：', '```json\n', '<think>{"line":1,"choice":1}</think>', '<think>', '['),
    fc.oneof(fc.record({ answers: fc.array(entry) }), fc.array(entry), entry).map((v) => JSON.stringify(v)),
    fc.constantFrom('', '\n```', '。', ']', '{"line":2,"choice":1}'),
    fc.nat(200),
  )
  .map(
    ([before, json, after, cut]) =>
      `${before}${json.slice(0, json.length - (cut > 100 ? cut - 100 : 0))}${after}`,
  );

it('has each line once, as a choice in range or as unusable, whatever the reply is', () => {
  fc.assert(
    fc.property(
      fc.oneof(fc.string({ unit: 'binary' }), fc.json(), nearlyRight),
      fc.array(fc.nat(6), { maxLength: 6 }),
      (content, limits) => {
        const { choices, unusable } = readAnswers(content, limits);
        for (const [at, limit] of limits.entries()) {
          const choice = choices.get(at + 1);
          expect(choice === undefined).toBe(unusable.has(at + 1));
          if (choice === undefined) continue;
          expect(Number.isInteger(choice) && choice >= 0 && choice <= limit).toBe(true);
        }
        expect(choices.size + unusable.size).toBe(limits.length);
      },
    ),
    { numRuns: 600 },
  );
});
