import { manuscriptFromText } from '@huaben/manuscript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareManuscripts, comparisonText, differingPart } from './compare-manuscripts.ts';

const doc = (paragraphs: readonly string[]) => {
  let id = 0;
  return manuscriptFromText(paragraphs.join('\n'), () => `l${(id += 1)}`);
};

test('counts what was changed, added, removed and marked differently', () => {
  const before = doc(['天亮了。', '“走吧。”', '他没有动。']);
  const after = doc(['天亮了。', '“走吧！”', '他没有动。', '门响了。']);
  const comparison = compareManuscripts(before, after);
  expect(comparison).toMatchObject({ changed: 1, added: 1, removed: 0, remarked: 0 });
  expect(comparisonText(comparison)).toBe('改动 1 段，新增 1 段');
  const unmarked = manuscriptFromText('天亮了。\n“走吧。”\n他没有动。', () => 'l', { detect: false });
  expect(compareManuscripts(before, unmarked)).toMatchObject({ changed: 0, remarked: 1 });
});

test('both sides can be read back in order, and equal texts have no differences', () => {
  const texts = fc.array(fc.constantFrom('甲。', '乙。', '丙。', '丁。'), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      const { rows } = compareManuscripts(doc(left), doc(right));
      expect(rows.flatMap((row) => row.left ?? [])).toEqual(left);
      expect(rows.flatMap((row) => row.right ?? [])).toEqual(right);
      expect(comparisonText(compareManuscripts(doc(left), doc(left)))).toBe('内容相同');
    }),
  );
});

test('sets off what one text has and the other has not', () => {
  expect(differingPart('他走得很快。', '他走了。')).toEqual([2, 5]);
  expect(differingPart('他走了。', '他走得很快。')).toEqual([2, 3]);
  expect(differingPart('一样', '一样')).toEqual([2, 2]);
  expect(differingPart('哈哈哈', '哈哈')).toEqual([2, 3]);
});
