import type { BenchEditor } from '../bench-editor.ts';
import { emptyHost } from './host.ts';

/** The text node and the offset in it of a character of a paragraph. */
function placeOf(paragraph: Element, offset: number): { node: Node; offset: number } {
  const texts = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  let rest = offset;
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const length = node.textContent?.length ?? 0;
    if (rest <= length) return { node, offset: rest };
    rest -= length;
  }
  throw new RangeError(`no character ${offset}`);
}

let root: HTMLElement | null = null;

/** Nothing but the browser's own editing. */
const editor: BenchEditor = {
  mount(html) {
    const element = document.createElement('div');
    element.className = 'manuscript';
    element.contentEditable = 'true';
    element.spellcheck = false;
    element.innerHTML = html;
    emptyHost().append(element);
    root = element;
  },
  focusMiddle() {
    const paragraph = root?.children[Math.floor((root.children.length ?? 0) / 2)];
    if (root === null || paragraph === undefined) throw new Error('mount first');
    const place = placeOf(paragraph, Math.floor((paragraph.textContent ?? '').length / 2));
    root.focus();
    getSelection()?.collapse(place.node, place.offset);
    paragraph.scrollIntoView({ block: 'center' });
  },
  text: () => [...(root?.children ?? [])].map((paragraph) => paragraph.textContent ?? '').join('\n'),
};

window.huabenBench = editor;
