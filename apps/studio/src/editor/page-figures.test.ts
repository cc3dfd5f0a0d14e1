import {
  assignRole,
  lineStats,
  linesOf,
  manuscriptFromText,
  paginate,
  serialiseManuscript,
} from '@huaben/manuscript';
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesNear, manuscriptFigures, manuscriptHtml } from './page-figures.ts';

const chapterId = '11111111-1111-4111-8111-111111111111';
const kinds = ['天亮了。', '“走吧。”', '他说：“好。”又说：“走。”', '门响了，没有人。'];

/** A text on pages of two paragraphs, some of whose lines have a role. */
function text(paragraphs: readonly string[], roles: readonly number[]): Node {
  let id = 0;
  const flat = manuscriptFromText(paragraphs.join('\n'), () => `l${(id += 1)}`);
  let state = EditorState.create({ doc: flat });
  roles.forEach((role, index) => {
    const lineId = `l${index + 1}`;
    assignRole(`r${role}`, { lineIds: [lineId] }, () => 'new')(state, (tr) => (state = state.apply(tr)));
  });
  const all: Node[] = [];
  state.doc.forEach((page) => page.forEach((paragraph) => all.push(paragraph)));
  return paginate(all, 2);
}

test('adds up to what is counted over the whole text, and writes the same text', () => {
  const paragraphs = fc.array(fc.constantFrom(...kinds), { minLength: 1, maxLength: 14 });
  fc.assert(
    fc.property(paragraphs, fc.array(fc.nat(2), { maxLength: 14 }), (list, roles) => {
      const doc = text(list, roles);
      const figures = manuscriptFigures(doc);
      const lines = linesOf(doc);
      expect(figures.stats).toEqual(lineStats(doc));
      for (const [roleId, place] of figures.firstLine)
        expect(lines.findIndex((line) => line.roleId === roleId)).toBe(place);
      expect([...figures.lines()].map(({ lineId }) => lineId)).toEqual(lines.map(({ lineId }) => lineId));
      expect(manuscriptHtml(doc, chapterId)).toBe(serialiseManuscript(doc, chapterId));
    }),
  );
});

test('near a position are its page and the two beside it', () => {
  const doc = text(
    Array.from({ length: 12 }, () => '“好。”'),
    [],
  );
  expect(linesNear(doc, 1).map(({ lineId }) => lineId)).toEqual(['l1', 'l2', 'l3', 'l4']);
  const last = doc.content.size - 2;
  expect(linesNear(doc, last).map(({ lineId }) => lineId)).toEqual(['l9', 'l10', 'l11', 'l12']);
});
