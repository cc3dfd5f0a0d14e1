import fc from 'fast-check';
import type { Mark, Node } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { manuscriptSchema } from './schema.ts';
import { arbitraryManuscript } from '../testing/arbitrary-manuscript.ts';
import type { ElementLike } from './atoms.ts';

/** Applies the element's own parse rule to what toDOM wrote, as the browser would hand it over. */
function reread(made: Node | Mark): unknown {
  const written = made.type.spec.toDOM?.(made as Node & Mark, true) as [string, Record<string, string>];
  const element: ElementLike = { getAttribute: (name) => written[1][name] ?? null };
  const rule = made.type.spec.parseDOM?.[0] as { getAttrs(element: ElementLike): unknown };
  return rule.getAttrs(element);
}

describe('toDOM and parseDOM', () => {
  it('round-trip every line and atom with an allowed label', () => {
    fc.assert(
      fc.property(arbitraryManuscript, (doc) => {
        doc.descendants((node) => {
          for (const mark of node.marks) expect(reread(mark)).toEqual({ ...mark.attrs });
          if (node.isInline && !node.isText) expect(reread(node)).toEqual({ ...node.attrs });
        });
      }),
    );
  });

  it('take nothing from foreign markup with a broken line', () => {
    const element: ElementLike = {
      getAttribute: (name) => (name === 'data-line' ? 'javascript:alert("x")' : null),
    };
    const rule = manuscriptSchema.marks.line.spec.parseDOM?.[0] as {
      getAttrs(element: ElementLike): unknown;
    };
    expect(rule.getAttrs(element)).toBe(false);
  });
});
