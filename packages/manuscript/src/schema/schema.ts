import { Schema } from 'prosemirror-model';
import type { Mark, MarkSpec } from 'prosemirror-model';
import { atomSpec } from './atoms.ts';
import type { ElementLike } from './atoms.ts';
import { isConfidence, isLineKind, isLineOrigin, isManuscriptId } from './line.ts';
import type { LineAttributes } from './line.ts';

const line: MarkSpec = {
  attrs: {
    lineId: { validate: 'string' },
    roleId: { default: null, validate: 'string|null' },
    kind: { default: 'dialogue', validate: 'string' },
    origin: { default: 'human', validate: 'string' },
    confidence: { default: null, validate: 'number|null' },
    inserted: { default: false, validate: 'boolean' },
  },
  // Typing right after a line is narration, as the text on the page says.
  inclusive: false,
  excludes: 'line',
  toDOM: (mark) => ['span', lineHtmlAttributes(lineAttributes(mark)), 0],
  parseDOM: [
    {
      tag: 'span[data-line]',
      getAttrs: (element: ElementLike) => lineFromElement(element) ?? false,
    },
  ],
};

/**
 * The manuscript: `doc > page+ > paragraph+`, with text and zero-length atoms in a paragraph and lines as marks.
 * Pages hold about 100 paragraphs, exist for speed on screen only, and are not stored.
 */
export const manuscriptSchema = new Schema({
  nodes: {
    doc: { content: 'page+' },
    page: {
      content: 'paragraph+',
      toDOM: () => ['section', { class: 'page' }, 0],
      parseDOM: [{ tag: 'section.page' }],
    },
    paragraph: { content: 'inline*', toDOM: () => ['p', 0], parseDOM: [{ tag: 'p' }] },
    text: { group: 'inline' },
    appearance: atomSpec('appearance'),
    pause: atomSpec('pause'),
    effect: atomSpec('effect'),
    emotion: atomSpec('emotion'),
    anchor: atomSpec('anchor'),
  },
  marks: { line },
});

/** The typed attributes of a `line` mark. */
export function lineAttributes(mark: Mark): LineAttributes {
  return mark.attrs as LineAttributes;
}

/** The line mark among the given marks, or null. */
export function lineMarkOf(marks: readonly Mark[]): Mark | null {
  for (const mark of marks) if (mark.type === manuscriptSchema.marks.line) return mark;
  return null;
}

/** A `line` mark with the given attributes. */
export function lineMark(attributes: LineAttributes): Mark {
  return manuscriptSchema.marks.line.create(attributes);
}

function lineHtmlAttributes(attributes: LineAttributes): Record<string, string> {
  return {
    class: 'line',
    'data-line': attributes.lineId,
    ...(attributes.roleId === null ? {} : { 'data-role': attributes.roleId }),
    'data-kind': attributes.kind,
    'data-origin': attributes.origin,
    ...(attributes.confidence === null ? {} : { 'data-confidence': String(attributes.confidence) }),
    ...(attributes.inserted ? { 'data-inserted': '' } : {}),
  };
}

function lineFromElement(element: ElementLike): LineAttributes | null {
  const lineId = element.getAttribute('data-line');
  const roleId = element.getAttribute('data-role');
  const kind = element.getAttribute('data-kind') ?? 'dialogue';
  const origin = element.getAttribute('data-origin') ?? 'human';
  const confidenceText = element.getAttribute('data-confidence');
  const confidence = confidenceText === null ? null : Number(confidenceText);
  if (!isManuscriptId(lineId) || !isLineKind(kind) || !isLineOrigin(origin)) return null;
  return {
    lineId,
    roleId: isManuscriptId(roleId) ? roleId : null,
    kind,
    origin,
    confidence: isConfidence(confidence) ? confidence : null,
    inserted: element.getAttribute('data-inserted') !== null,
  };
}
