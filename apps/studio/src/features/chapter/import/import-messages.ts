import type { ChapterWarning, TextEncodingName } from '@huaben/manuscript';

/** A proposed chapter as the preview shows it. */
export interface PreviewChapter {
  readonly title: string;
  readonly words: number;
  /** UTF-16 units of the text below the heading. */
  readonly characters: number;
  readonly warnings: readonly ChapterWarning[];
  /** Into how many files splitting cuts it; 1 for a chapter within the limit. */
  readonly parts: number;
  /** Not even splitting brings it under the limit: one paragraph or speech is too long. */
  readonly uncuttable: boolean;
}

/** What the worker found in a file. */
export interface PreviewBook {
  readonly encoding: TextEncodingName;
  /** 0..1. */
  readonly confidence: number;
  readonly replaced: number;
  readonly dropped: number;
  /** The first lines that are not blank. */
  readonly sample: readonly string[];
  /** UTF-16 units of the whole decoded text. */
  readonly characterCount: number;
  readonly chapters: readonly PreviewChapter[];
}

/** Questions to the worker; every answer carries the number of its question. */
export type ToImportWorker =
  | { readonly kind: 'open'; readonly ask: number; readonly bytes: ArrayBuffer }
  | { readonly kind: 'encoding'; readonly ask: number; readonly encoding: TextEncodingName }
  | { readonly kind: 'split'; readonly ask: number; readonly headingPattern: string };

/** Answers of the worker. */
export type FromImportWorker =
  | { readonly kind: 'book'; readonly ask: number; readonly book: PreviewBook }
  | { readonly kind: 'badPattern'; readonly ask: number; readonly message: string }
  | {
      readonly kind: 'badFile';
      readonly ask: number;
      readonly message: string;
      /** Whether reading it in another encoding may help. */
      readonly tryEncoding: boolean;
    };
