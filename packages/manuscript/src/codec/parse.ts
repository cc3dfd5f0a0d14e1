import { Fragment } from 'prosemirror-model';
import type { Mark, Node } from 'prosemirror-model';
import { ATOM_NAMES, ATOMS, atomValue } from '../schema/atoms.ts';
import { isConfidence, isLineKind, isLineOrigin, isManuscriptId } from '../schema/line.ts';
import { lineMark, manuscriptSchema } from '../schema/schema.ts';
import { paginate } from '../schema/pages.ts';
import { chapterMarker, chapterMarkerOf } from './chapter-marker.ts';
import { unescape } from './escape.ts';
import { ManuscriptError } from './manuscript-error.ts';

/** What Manuscript HTML holds: the chapter it says it belongs to (null without a marker) and the document. */
export type ParsedManuscript = { readonly chapterId: string | null; readonly doc: Node };

const SPAN =
  /<span data-line="([^"]*)"(?: data-role="([^"]*)")? data-kind="([^"]*)" data-origin="([^"]*)"(?: data-confidence="([^"]*)")?( data-inserted)?>/y;
const ATOM = new RegExp(`<i data-(${ATOM_NAMES.join('|')})="([^"]*)" (data-[a-z]+)="([^"]*)"></i>`, 'y');

/**
 * Reads Manuscript HTML in one pass. The grammar is closed: `p`, `span` with a line's attributes in their fixed order,
 * and one `i` form per atom; each document has exactly one spelling, and every other text is refused.
 * Throws ManuscriptError with the offset at which reading stopped.
 */
export function parseManuscript(html: string): ParsedManuscript {
  const chapterId = chapterMarkerOf(html);
  const reader = new Reader(html, chapterId === null ? 0 : chapterMarker(chapterId).length);
  const paragraphs: Node[] = [];
  while (!reader.atEnd()) paragraphs.push(reader.paragraph());
  if (paragraphs.length === 0) throw new ManuscriptError('EMPTY', html.length);
  return { chapterId, doc: paginate(paragraphs) };
}

class Reader {
  private readonly html: string;
  private at: number;

  constructor(html: string, at: number) {
    this.html = html;
    this.at = at;
  }

  atEnd(): boolean {
    return this.at >= this.html.length;
  }

  paragraph(): Node {
    if (!this.take('<p>')) throw new ManuscriptError('BAD_TAG', this.at);
    const inline: Node[] = [];
    let line: Mark | null = null;
    let spanStart = 0;
    let lastClosed: Mark | null = null;
    for (;;) {
      const tag = this.html.indexOf('<', this.at);
      if (tag < 0) throw new ManuscriptError('UNCLOSED', this.html.length);
      if (tag > this.at) {
        inline.push(this.text(tag, line));
        if (line === null) lastClosed = null;
      } else if (line === null && this.take('</p>')) {
        return manuscriptSchema.nodes.paragraph.create(null, Fragment.fromArray(inline));
      } else if (line === null && this.html.startsWith('<span', this.at)) {
        const start = this.at;
        line = this.span();
        // Two neighbours with equal attributes would become one on the next save.
        if (lastClosed !== null && line.eq(lastClosed)) throw new ManuscriptError('NOT_CANONICAL', start);
        spanStart = inline.length;
      } else if (line !== null && this.take('</span>')) {
        if (inline.length === spanStart) throw new ManuscriptError('NOT_CANONICAL', tag);
        lastClosed = line;
        line = null;
      } else {
        inline.push(this.atom(line));
        if (line === null) lastClosed = null;
      }
    }
  }

  private take(literal: string): boolean {
    if (!this.html.startsWith(literal, this.at)) return false;
    this.at += literal.length;
    return true;
  }

  private text(end: number, line: Mark | null): Node {
    const text = unescape(this.html.slice(this.at, end), this.at, false);
    this.at = end;
    return manuscriptSchema.text(text, line === null ? null : [line]);
  }

  private span(): Mark {
    SPAN.lastIndex = this.at;
    const match = SPAN.exec(this.html);
    if (match === null) throw new ManuscriptError('BAD_ATTRIBUTE', this.at);
    const [, lineId, roleId, kind, origin, confidenceText, inserted] = match;
    const confidence = confidenceText === undefined ? null : Number(confidenceText);
    if (
      !isManuscriptId(lineId) ||
      !(roleId === undefined || isManuscriptId(roleId)) ||
      !isLineKind(kind) ||
      !isLineOrigin(origin) ||
      !(confidence === null || (isConfidence(confidence) && String(confidence) === confidenceText))
    ) {
      throw new ManuscriptError('BAD_ATTRIBUTE', this.at);
    }
    this.at = SPAN.lastIndex;
    return lineMark({
      lineId,
      roleId: roleId ?? null,
      kind,
      origin,
      confidence,
      inserted: inserted !== undefined,
    });
  }

  private atom(line: Mark | null): Node {
    ATOM.lastIndex = this.at;
    const match = ATOM.exec(this.html);
    if (match === null) throw new ManuscriptError(this.misfit(), this.at);
    const name = ATOM_NAMES.find((known) => known === match[1]);
    const [whole, , id, html, raw] = match;
    if (name === undefined || raw === undefined || html !== ATOMS[name].html || !isManuscriptId(id)) {
      throw new ManuscriptError('BAD_ATTRIBUTE', this.at);
    }
    const rawAt = this.at + whole.length - '"></i>'.length - raw.length;
    const value = atomValue(name, unescape(raw, rawAt, true));
    if (value === null) throw new ManuscriptError('BAD_ATTRIBUTE', rawAt);
    this.at = ATOM.lastIndex;
    return manuscriptSchema.nodes[name].create(
      { id, [ATOMS[name].attribute]: value },
      null,
      line === null ? [] : [line],
    );
  }

  /** Which refusal fits the tag at the cursor, which is none that may stand here. */
  private misfit(): 'BAD_NESTING' | 'BAD_ATTRIBUTE' | 'BAD_TAG' {
    if (/^<(?:\/?(?:p|span)>|span )/.test(this.html.slice(this.at, this.at + 8))) return 'BAD_NESTING';
    return this.html.startsWith('<i ', this.at) ? 'BAD_ATTRIBUTE' : 'BAD_TAG';
  }
}
