import { createHash, randomBytes } from 'node:crypto';
import { lineStats, manuscriptFromText, serialiseManuscript } from '@huaben/manuscript';

type Manuscript = ReturnType<typeof manuscriptFromText>;

/** What is stored of a manuscript beside its HTML. */
export interface ContentFigures {
  readonly characters: number;
  readonly wordCount: number;
  readonly lineCount: number;
  readonly unassignedCount: number;
  readonly roles: readonly { readonly roleId: string; readonly lines: number; readonly words: number }[];
}

/** A manuscript ready to be stored as a revision of one chapter. */
export interface StoredContent extends ContentFigures {
  readonly html: string;
  readonly hash: string;
}

/** Counts a manuscript by the rule that bills, quotes and displays. */
export function figuresOf(doc: Manuscript): ContentFigures {
  const stats = lineStats(doc);
  return {
    characters: doc.textContent.length,
    wordCount: stats.dialogueWords + stats.narrationWords,
    lineCount: stats.lines,
    unassignedCount: stats.unassigned,
    roles: [...stats.byRole].map(([roleId, { lines, words }]) => ({ roleId, lines, words })),
  };
}

/** A fresh line id: a letter, as the format asks, and 72 random bits. */
export const newLineId = (): string => `l${randomBytes(9).toString('base64url')}`;

/** The content hash of the wire by the platform's own SHA-256, several times as fast as the portable one. */
export const hashOf = (html: string | Buffer): string => createHash('sha256').update(html).digest('hex');

/** A manuscript made from a document, with the marker of its chapter. */
export function contentOfDocument(doc: Manuscript, chapterId: string): StoredContent {
  const html = serialiseManuscript(doc, chapterId);
  return { html, hash: hashOf(html), ...figuresOf(doc) };
}

/** A manuscript made from plain text, its dialogue detected. */
export const contentOfText = (text: string, chapterId: string): StoredContent =>
  contentOfDocument(manuscriptFromText(text, newLineId), chapterId);
