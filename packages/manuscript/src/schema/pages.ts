import { Fragment } from 'prosemirror-model';
import type { Node } from 'prosemirror-model';
import type { Transaction } from 'prosemirror-state';
import { canJoin } from 'prosemirror-transform';
import { manuscriptSchema } from './schema.ts';

/** Paragraphs on a fresh page; measured flat between 25 and 400, so the exact number does not matter. */
export const PAGE_SIZE = 100;

// Undoing the insertion of whole paragraphs fails if that would empty a page. Insertions happen at the ends of full pages,
// so borders are set where no full page ends.
const SPLIT_SIZE = PAGE_SIZE - 3;
const LARGEST_PAGE = 2 * PAGE_SIZE;
const SMALLEST_PAGE = PAGE_SIZE / 4;

/** A document of the given paragraphs on pages of `size`; no paragraphs make one empty one. */
export function paginate(paragraphs: readonly Node[], size: number = PAGE_SIZE): Node {
  const { doc, page, paragraph } = manuscriptSchema.nodes;
  const all = paragraphs.length === 0 ? [paragraph.create()] : paragraphs;
  const pages: Node[] = [];
  for (let at = 0; at < all.length; at += size) {
    pages.push(page.create(null, Fragment.fromArray(all.slice(at, at + size))));
  }
  return doc.create(null, Fragment.fromArray(pages));
}

/**
 * Brings page sizes back into bounds: pages above 200 paragraphs are split, pages below 25 joined to a neighbour.
 * Adds its steps to `tr`, marks it `addToHistory: false` and returns true; leaves `tr` alone and returns false when
 * nothing is to do. For a transaction of its own, after the user's edit.
 */
export function repaginate(tr: Transaction): boolean {
  if (!needsRepagination(tr.doc)) return false;
  for (let index = tr.doc.childCount - 1; index >= 0; index -= 1) {
    splitPage(tr, index);
  }
  joinTinyPages(tr);
  tr.setMeta('addToHistory', false);
  return true;
}

function needsRepagination(doc: Node): boolean {
  for (let index = 0; index < doc.childCount; index += 1) {
    const count = doc.child(index).childCount;
    if (count > LARGEST_PAGE || isTiny(doc, index)) return true;
  }
  return false;
}

/** The last page of a document is naturally short, so only a page with a roomy predecessor or successor counts. */
function isTiny(doc: Node, index: number): boolean {
  const count = doc.child(index).childCount;
  if (count >= SMALLEST_PAGE) return false;
  return mergeTarget(doc, index) !== null && index !== doc.childCount - 1;
}

function mergeTarget(doc: Node, index: number): number | null {
  const count = doc.child(index).childCount;
  if (index + 1 < doc.childCount && doc.child(index + 1).childCount + count <= LARGEST_PAGE) return index + 1;
  if (index > 0 && doc.child(index - 1).childCount + count <= LARGEST_PAGE) return index;
  return null;
}

function startOfPage(doc: Node, index: number): number {
  let at = 0;
  for (let before = 0; before < index; before += 1) at += doc.child(before).nodeSize;
  return at;
}

function splitPage(tr: Transaction, index: number): void {
  const page = tr.doc.child(index);
  if (page.childCount <= LARGEST_PAGE) return;
  const offsets: number[] = [];
  page.forEach((_paragraph, offset, position) => {
    if (position > 0 && position % SPLIT_SIZE === 0 && page.childCount - position >= SMALLEST_PAGE)
      offsets.push(offset);
  });
  const inside = startOfPage(tr.doc, index) + 1;
  for (const offset of offsets.reverse()) tr.split(inside + offset);
}

function joinTinyPages(tr: Transaction): void {
  let index = 0;
  while (index < tr.doc.childCount) {
    const boundary = isTiny(tr.doc, index) ? mergeTarget(tr.doc, index) : null;
    const at = boundary === null ? -1 : startOfPage(tr.doc, boundary);
    if (at > 0 && canJoin(tr.doc, at)) tr.join(at);
    else index += 1;
  }
}
