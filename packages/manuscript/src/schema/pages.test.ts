import fc from 'fast-check';
import { history, redo, undo } from 'prosemirror-history';
import { Fragment, Slice } from 'prosemirror-model';
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import type { Transaction } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { manuscriptSchema } from './schema.ts';
import { paginate, repaginate } from './pages.ts';

function paragraphs(count: number): Node[] {
  return Array.from({ length: count }, (_unused, index) =>
    manuscriptSchema.nodes.paragraph.create(null, manuscriptSchema.text(`第${index}段`)),
  );
}

function pagesOf(sizes: readonly number[]): Node {
  const { doc, page } = manuscriptSchema.nodes;
  return doc.create(
    null,
    sizes.map((size) => page.create(null, paragraphs(size))),
  );
}

function sizesOf(doc: Node): number[] {
  return Array.from({ length: doc.childCount }, (_unused, index) => doc.child(index).childCount);
}

describe('paginate', () => {
  it('fills pages and gives an empty manuscript one paragraph', () => {
    expect(sizesOf(paginate(paragraphs(250)))).toEqual([100, 100, 50]);
    expect(paginate([]).firstChild?.childCount).toBe(1);
    expect(sizesOf(paginate(paragraphs(5), 2))).toEqual([2, 2, 1]);
  });
});

describe('repaginate', () => {
  it('leaves well-sized pages alone', () => {
    const state = EditorState.create({ doc: pagesOf([100, 150, 3]) });
    const tr = state.tr;
    expect(repaginate(tr)).toBe(false);
    expect(tr.steps).toHaveLength(0);
  });

  it('brings any sizes into bounds without touching a paragraph, and settles at once', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 450 })), {
          minLength: 1,
          maxLength: 8,
        }),
        (sizes) => {
          const state = EditorState.create({ doc: pagesOf(sizes) });
          const tr = state.tr;
          const changed = repaginate(tr);
          expect(tr.doc.textBetween(0, tr.doc.content.size, '\n')).toBe(
            state.doc.textBetween(0, state.doc.content.size, '\n'),
          );
          expect(Math.max(...sizesOf(tr.doc))).toBeLessThanOrEqual(200);
          expect(changed).toBe(tr.docChanged);
          expect(repaginate(EditorState.create({ doc: tr.doc }).tr)).toBe(false);
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([
    ['at the end of a full page', (doc: Node) => doc.child(0).nodeSize - 1],
    ['in front of a page', () => 1],
    ['between two pages', (doc: Node) => doc.child(0).nodeSize + 1],
  ])('stays out of undo and redo of paragraphs inserted %s', (_where, place) => {
    let state = EditorState.create({ doc: pagesOf([100, 100]), plugins: [history()] });
    const before = textOf(state.doc);
    const dispatch = (tr: Transaction): void => {
      state = state.apply(tr);
    };
    dispatch(state.tr.insert(place(state.doc), paragraphs(250)));
    const after = textOf(state.doc);
    const tidy = state.tr;
    expect(repaginate(tidy)).toBe(true);
    dispatch(tidy);
    expect(textOf(state.doc)).toBe(after);
    undo(state, dispatch);
    state.doc.check();
    expect(textOf(state.doc)).toBe(before);
    redo(state, dispatch);
    expect(textOf(state.doc)).toBe(after);
  });

  it('stays out of undo of a paste inside a paragraph', () => {
    let state = EditorState.create({ doc: pagesOf([100, 100]), plugins: [history()] });
    const before = textOf(state.doc);
    const dispatch = (tr: Transaction): void => {
      state = state.apply(tr);
    };
    dispatch(state.tr.replace(3, 3, new Slice(Fragment.fromArray(paragraphs(300)), 1, 1)));
    const tidy = state.tr;
    repaginate(tidy);
    dispatch(tidy);
    undo(state, dispatch);
    expect(textOf(state.doc)).toBe(before);
  });
});

function textOf(doc: Node): string {
  return doc.textBetween(0, doc.content.size, '\n');
}
