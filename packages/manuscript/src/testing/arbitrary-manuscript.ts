import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import { ATOM_NAMES, ATOMS, MAX_PAUSE_MS } from '../schema/atoms.ts';
import { lineMark, manuscriptSchema } from '../schema/schema.ts';
import { paginate } from '../schema/pages.ts';

const id = fc.stringMatching(/^[A-Za-z0-9_-][A-Za-z0-9._:-]{0,8}$/);
const anyText = fc.oneof(
  fc.constantFrom(
    '“你好。”',
    '他说，',
    '　　',
    '<b>&amp;"',
    '。',
    '“',
    '”',
    '\u0001',
    '\ud800',
    '👨‍👩‍👧',
    'a b',
    '\n',
  ),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 12 }),
);

const line = fc.record({
  roleId: fc.option(id),
  kind: fc.constantFrom('dialogue' as const, 'aside' as const, 'narration' as const),
  origin: fc.constantFrom('human' as const, 'rule' as const, 'model' as const),
  confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  inserted: fc.boolean(),
});

const atom = fc.record({
  name: fc.constantFrom(...ATOM_NAMES),
  id,
  ms: fc.nat(MAX_PAUSE_MS),
  label: anyText,
  roleId: id,
});
const piece = fc.oneof(
  { weight: 4, arbitrary: anyText.map((text) => ({ text, atom: null })) },
  { weight: 1, arbitrary: atom.map((made) => ({ text: '', atom: made })) },
);
const run = fc.record({ line: fc.option(line), pieces: fc.array(piece, { minLength: 1, maxLength: 3 }) });

/** Documents of every shape that the schema allows, with line ids that occur once. */
export const arbitraryManuscript: fc.Arbitrary<Node> = fc
  .array(fc.array(run, { maxLength: 4 }), { minLength: 1, maxLength: 8 })
  .map((paragraphs) => {
    let lines = 0;
    const nodes = paragraphs.map((runs) => {
      const inline: Node[] = [];
      for (const { line: attributes, pieces } of runs) {
        const marks = attributes === null ? [] : [lineMark({ ...attributes, lineId: `L${(lines += 1)}` })];
        for (const { text, atom: made } of pieces) {
          if (made === null) inline.push(manuscriptSchema.text(text, marks));
          else {
            const attrs = { id: made.id, [ATOMS[made.name].attribute]: made[ATOMS[made.name].attribute] };
            inline.push(manuscriptSchema.nodes[made.name].create(attrs, null, marks));
          }
        }
      }
      return manuscriptSchema.nodes.paragraph.create(null, inline);
    });
    return paginate(nodes);
  });

/** A source of line ids that no other document uses: n1, n2, … */
export function countingIds(prefix = 'n'): () => string {
  let count = 0;
  return () => `${prefix}${(count += 1)}`;
}

/** An editor state on a document with the given selection, clamped to the document. */
export function stateAt(doc: Node, anchor: number, head: number = anchor): EditorState {
  const clamp = (pos: number): number => Math.max(0, Math.min(doc.content.size, pos));
  const selection = TextSelection.between(doc.resolve(clamp(anchor)), doc.resolve(clamp(head)));
  return EditorState.create({ doc, selection });
}
