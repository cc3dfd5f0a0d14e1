import type { NodeSpec } from 'prosemirror-model';
import { isManuscriptId } from './line.ts';

/** The names of the zero-length inline nodes. */
export type AtomName = 'appearance' | 'pause' | 'effect' | 'emotion' | 'anchor';

/** The longest label of an effect, emotion or anchor, in UTF-16 units. */
export const MAX_LABEL_LENGTH = 200;

/** The longest pause, in milliseconds (ten minutes). */
export const MAX_PAUSE_MS = 600_000;

type AtomShape = {
  /** The second attribute beside `id`, and the HTML attribute that carries it. */
  readonly attribute: 'roleId' | 'ms' | 'label';
  readonly html: 'data-role' | 'data-ms' | 'data-label';
};

/** One row per atom; the schema and the codec both read it. */
export const ATOMS: Readonly<Record<AtomName, AtomShape>> = {
  appearance: { attribute: 'roleId', html: 'data-role' },
  pause: { attribute: 'ms', html: 'data-ms' },
  effect: { attribute: 'label', html: 'data-label' },
  emotion: { attribute: 'label', html: 'data-label' },
  anchor: { attribute: 'label', html: 'data-label' },
};

export const ATOM_NAMES = Object.keys(ATOMS) as readonly AtomName[];

/** The value of an atom's second attribute read from HTML, or null when it is not allowed there. */
export function atomValue(name: AtomName, text: string): string | number | null {
  switch (ATOMS[name].attribute) {
    case 'roleId':
      return isManuscriptId(text) ? text : null;
    case 'ms':
      return /^(0|[1-9]\d{0,5})$/.test(text) && Number(text) <= MAX_PAUSE_MS ? Number(text) : null;
    case 'label':
      return text.length >= 1 && text.length <= MAX_LABEL_LENGTH ? text : null;
  }
}

/** As much of a DOM element as a parse rule reads. */
export type ElementLike = { getAttribute(name: string): string | null };

export function atomSpec(name: AtomName): NodeSpec {
  const { attribute, html } = ATOMS[name];
  return {
    group: 'inline',
    inline: true,
    atom: true,
    selectable: true,
    draggable: true,
    attrs: {
      id: { validate: 'string' },
      [attribute]: { validate: attribute === 'ms' ? 'number' : 'string' },
    },
    leafText: () => '',
    toDOM: (node) => [
      'i',
      {
        class: `atom ${name}`,
        [`data-${name}`]: String(node.attrs['id']),
        [html]: String(node.attrs[attribute]),
      },
    ],
    parseDOM: [
      {
        tag: `i[data-${name}]`,
        getAttrs: (element: ElementLike) => {
          const id = element.getAttribute(`data-${name}`);
          const value = atomValue(name, element.getAttribute(html) ?? '');
          return isManuscriptId(id) && value !== null ? { id, [attribute]: value } : false;
        },
      },
    ],
  };
}
