import { baseKeymap } from 'prosemirror-commands';
import { history } from 'prosemirror-history';
import { keymap } from 'prosemirror-keymap';
import { DOMParser, Schema } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { EditorView } from 'prosemirror-view';
import type { BenchEditor } from '../bench-editor.ts';
import { emptyHost } from './host.ts';

const attributes = ['line', 'role', 'kind', 'origin'] as const;

/** Paragraphs in the document and the same mark as the product's: ProseMirror as one writes it on the first day. */
const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'text*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    text: {},
  },
  marks: {
    line: {
      attrs: Object.fromEntries(attributes.map((name) => [name, { default: null }])),
      inclusive: false,
      parseDOM: [
        {
          tag: 'span[data-line]',
          getAttrs: (element) =>
            Object.fromEntries(attributes.map((name) => [name, element.getAttribute(`data-${name}`)])),
        },
      ],
      toDOM: (mark) => [
        'span',
        {
          class: 'line',
          ...Object.fromEntries(attributes.map((name) => [`data-${name}`, String(mark.attrs[name])])),
        },
        0,
      ],
    },
  },
});

let view: EditorView | null = null;

function mounted(): EditorView {
  if (view === null) throw new Error('mount first');
  return view;
}

const editor: BenchEditor = {
  mount(html) {
    view?.destroy();
    const source = document.createElement('div');
    source.innerHTML = html;
    const doc = DOMParser.fromSchema(schema).parse(source, { preserveWhitespace: 'full' });
    view = new EditorView(emptyHost(), {
      state: EditorState.create({ doc, plugins: [history(), keymap(baseKeymap)] }),
      attributes: { class: 'manuscript', spellcheck: 'false' },
    });
  },
  focusMiddle() {
    const { state } = mounted();
    const middle = Math.floor(state.doc.childCount / 2);
    let start = 1;
    for (let index = 0; index < middle; index += 1) start += state.doc.child(index).nodeSize;
    const at = start + Math.floor(state.doc.child(middle).content.size / 2);
    mounted().dispatch(state.tr.setSelection(TextSelection.create(state.doc, at)).scrollIntoView());
    mounted().focus();
  },
  text() {
    const paragraphs: string[] = [];
    mounted().state.doc.forEach((paragraph) => paragraphs.push(paragraph.textContent));
    return paragraphs.join('\n');
  },
};

window.huabenBench = editor;
