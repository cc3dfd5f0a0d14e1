import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { namingOf, samePerson } from './names.ts';
import { sceneLines } from './language-model.testing.ts';

const aliases = new Map([
  ['华老栓', ['老栓', '掌柜']],
  ['康大叔', ['掌柜', 'a.c']],
  ['我', ['迅哥儿']],
]);

describe('hidden names', () => {
  const naming = namingOf({ lines: sceneLines(1), aliases, anonymise: true });

  it('share a number with their aliases, the longest name first', () => {
    expect(naming.text('华老栓说：“老栓，华大妈呢？”')).toBe('[C0]说：“[C0]，[C2]呢？”');
    expect(naming.candidate('华老栓')).toBe('[C0]');
  });
  it('are found whole where one begins with another', () => {
    const lines = [{ id: 'a', text: '', before: '', after: '', candidates: ['七斤', '七斤嫂'] }];
    expect(namingOf({ lines, anonymise: true }).text('七斤嫂和七斤')).toBe('[C1]和[C0]');
  });
  it('give a name of several people a number of its own', () => {
    expect(naming.text('掌柜')).toMatch(/^\[C[4-9]\]$/);
  });
  it('leave names of one character in the text and take signs as signs', () => {
    expect(naming.text('我和迅哥儿，abc，a.c')).toBe('我和[C3]，abc，[C1]');
  });
  it('stand for every longer name of any roster', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 2, maxLength: 6, unit: 'binary' })), (names) => {
        const lines = [{ id: 'a', text: '', before: '', after: '', candidates: names }];
        const { candidate, text } = namingOf({ lines, anonymise: true });
        const labels = names.map(candidate);
        expect(new Set(labels).size).toBe(names.length);
        for (const [at, name] of names.entries()) expect(text(name)).toBe(labels[at]);
      }),
      { numRuns: 40 },
    );
  });
});

it('shows names with their aliases otherwise', () => {
  const naming = namingOf({ lines: sceneLines(1), aliases });
  expect(naming.candidate('华老栓')).toBe('华老栓（又称老栓、掌柜）');
  expect(naming.candidate('华大\n妈')).toBe('华大 妈');
  expect(naming.text('老栓')).toBe('老栓');
});

it('knows one person under two names', () => {
  expect(samePerson('老栓', '华老栓', aliases)).toBe(true);
  expect(samePerson('华老栓', '掌柜', aliases)).toBe(true);
  expect(samePerson('华老栓', '康大叔', aliases)).toBe(false);
  expect(samePerson('老栓', '华老栓')).toBe(false);
});
