import fc from 'fast-check';
import { history, undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { EditorState } from 'prosemirror-state';
import type { Command } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { parseManuscript } from '../codec/parse.ts';
import { serialiseManuscript } from '../codec/serialise.ts';
import { linesOf } from '../queries/lines.ts';
import { paginate } from '../schema/pages.ts';
import { arbitraryManuscript, countingIds, stateAt } from '../testing/arbitrary-manuscript.ts';
import { manuscriptToText } from '../text/plain.ts';
import { alternate, applySuggestions, assignRole } from './assign-role.ts';
import { detectAll } from './detect-all.ts';
import { insertAppearance, insertAside, insertPause } from './insert.ts';
import { joinBackwardAcrossPages, joinForwardAcrossPages } from './join-across-pages.ts';
import { replaceRole } from './replace-role.ts';
import { mergeLines, splitLine } from './split-merge.ts';
import { toggleDialogue } from './toggle-dialogue.ts';

const ids = countingIds('fresh');
const lineIds = ['L1', 'L2', 'L3', 'L4'];

const marking: readonly (readonly [string, Command])[] = [
  ['assign selection', assignRole('r1', 'selection', ids)],
  ['assign none', assignRole(null, 'selection', ids)],
  ['assign lines', assignRole('r2', { lineIds }, ids)],
  [
    'suggest',
    applySuggestions(lineIds.map((lineId) => ({ lineId, roleId: 'r3', origin: 'model', confidence: 0.5 }))),
  ],
  ['alternate', alternate(lineIds, 'r4', 'r5')],
  ['toggle', toggleDialogue(ids)],
  ['detect', detectAll(ids)],
  ['split', splitLine(ids)],
  ['merge', mergeLines()],
  ['aside before', insertAside(0, '（心想）', ids)],
  ['aside after', insertAside(1, '“唉”', ids)],
  ['appearance', insertAppearance('r1', 'x1')],
  ['pause', insertPause(300, 'p1')],
  ['replace', replaceRole('r1', 'r2')],
  ['replace by none', replaceRole('r2', null)],
];

const steps = fc.array(
  fc.record({ command: fc.nat(marking.length - 1), anchor: fc.nat(120), head: fc.nat(120) }),
  { maxLength: 8 },
);

describe('mark-up', () => {
  it('never changes a character of the author’s, keeps line ids apart, and can always be stored', () => {
    fc.assert(
      fc.property(arbitraryManuscript, steps, (start, sequence) => {
        const author = manuscriptToText(start, { inserted: false });
        let doc = start;
        for (const { command, anchor, head } of sequence) {
          const state = stateAt(doc, anchor, head);
          marking[command]?.[1](state, (tr) => {
            doc = tr.doc;
          });
          expect(manuscriptToText(doc, { inserted: false })).toBe(author);
          const lines = linesOf(doc).map((line) => line.lineId);
          expect(new Set(lines).size).toBe(lines.length);
        }
        doc.check();
        const html = serialiseManuscript(doc, 'c1');
        expect(parseManuscript(html).doc.eq(doc)).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('is one undo step a command, and says beforehand whether it can run', () => {
    fc.assert(
      fc.property(
        arbitraryManuscript,
        fc.nat(marking.length - 1),
        fc.nat(120),
        fc.nat(120),
        (doc, index, anchor, head) => {
          const { selection } = stateAt(doc, anchor, head);
          let state = EditorState.create({ doc, selection, plugins: [history()] });
          const before = state;
          const command = marking[index]?.[1];
          const possible = command?.(state) ?? false;
          let dispatched = 0;
          const dispatch: Parameters<Command>[1] = (tr) => {
            dispatched += 1;
            state = state.apply(tr);
          };
          expect(command?.(state, dispatch)).toBe(possible);
          expect(dispatched).toBe(possible ? 1 : 0);
          if (!possible) return;
          undo(state, dispatch);
          expect(state.doc.eq(before.doc)).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('joins pages without losing a character', () => {
    let joined = 0;
    fc.assert(
      fc.property(
        arbitraryManuscript,
        fc.integer({ min: 1, max: 3 }),
        fc.nat(20),
        fc.boolean(),
        (made, size, at, backward) => {
          const doc = repaged(made, size);
          const border = doc.child(at % doc.childCount).nodeSize;
          const state = stateAt(doc, backward ? border + 2 : border - 2);
          const command = backward ? joinBackwardAcrossPages : joinForwardAcrossPages;
          command(state, (tr) => {
            joined += 1;
            tr.doc.check();
            expect(paragraphsOf(tr.doc)).toHaveLength(paragraphsOf(doc).length - 1);
            expect(paragraphsOf(tr.doc).join('')).toBe(paragraphsOf(doc).join(''));
          });
        },
      ),
      { numRuns: 300 },
    );
    expect(joined).toBeGreaterThan(0);
  });
});

function paragraphNodes(doc: Node): Node[] {
  const nodes: Node[] = [];
  doc.descendants((node) => {
    if (node.isTextblock) nodes.push(node);
  });
  return nodes;
}

function paragraphsOf(doc: Node): string[] {
  return paragraphNodes(doc).map((paragraph) => paragraph.textContent);
}

function repaged(doc: Node, size: number): Node {
  return paginate(paragraphNodes(doc), size);
}
