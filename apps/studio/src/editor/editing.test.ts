import { linesOf, manuscriptSchema, parseManuscript, serialiseManuscript } from '@huaben/manuscript';
import { history, undo } from 'prosemirror-history';
import { Slice } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { splitBlock } from 'prosemirror-commands';
import { expect, test } from 'vitest';
import { lineIdsPlugin } from './line-ids-plugin.ts';
import { cleanPasted } from './paste.ts';

const line = (id: string, role: string, text: string) =>
  `<span data-line="${id}" data-role="${role}" data-kind="dialogue" data-origin="human">${text}</span>`;
const html = `<p>他说：${line('l1', 'r1', '“你来了。”')}走了。</p><p>门响了。</p>`;

function open() {
  let id = 0;
  const doc = parseManuscript(html).doc;
  return EditorState.create({ doc, plugins: [history(), lineIdsPlugin(() => `new${(id += 1)}`)] });
}

test('a paragraph broken inside a line gives its second half an id of its own, in one undo step', () => {
  let state = open();
  state = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 8)));
  splitBlock(state, (tr) => (state = state.apply(tr)));
  expect(linesOf(state.doc).map(({ lineId, text }) => [lineId, text])).toEqual([
    ['l1', '“你来'],
    ['new1', '了。”'],
  ]);
  undo(state, (tr) => (state = state.apply(tr)));
  expect(serialiseManuscript(state.doc, null)).toBe(html);
});

test('a pasted copy gets a new id and the original keeps its own, even when the copy stands before it', () => {
  let state = open();
  const copy = state.doc.slice(5, 11);
  state = state.apply(state.tr.replace(2, 2, copy).setMeta('paste', true));
  expect(linesOf(state.doc).map(({ lineId }) => lineId)).toEqual(['new1', 'l1']);
});

test('typing inside a line leaves ids alone', () => {
  let state = open();
  state = state.apply(state.tr.insertText('好', 7));
  expect(linesOf(state.doc).map(({ lineId, text }) => [lineId, text])).toEqual([['l1', '“你好来了。”']]);
});

test('pasted lines lose roles that the novel does not have, and appearances of strangers go', () => {
  const appearance = manuscriptSchema.nodes.appearance.create({ id: 'a1', roleId: 'stranger' });
  const doc = parseManuscript(`<p>${line('l1', 'r1', '“甲。”')}${line('l2', 'stranger', '“乙。”')}</p>`).doc;
  const paragraph = doc.child(0).child(0);
  const slice = new Slice(paragraph.content.addToEnd(appearance), 0, 0);
  const cleaned = cleanPasted(slice, (roleId) => roleId === 'r1');
  const roles: unknown[] = [];
  cleaned.content.forEach((node) =>
    roles.push(node.isText ? node.marks[0]?.attrs['roleId'] : node.type.name),
  );
  expect(roles).toEqual(['r1', null]);
});
