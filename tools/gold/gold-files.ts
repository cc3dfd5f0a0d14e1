import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import type { ChapterLabels, Layer } from './label.ts';

/** Folder of the gold data set. */
export const GOLD = path.resolve(import.meta.dirname, '../../packages/casting/gold');

/** Books with a folder of texts, sorted. */
export function booksIn(gold: string): string[] {
  return foldersIn(path.join(gold, 'texts'));
}

/** Chapters of a book, sorted; only names of letters, digits and hyphens count. */
export function chaptersIn(gold: string, book: string): string[] {
  return filesIn(path.join(gold, 'texts', book), '.txt');
}

/** Chapters that have a label file in a layer, as “book/chapter”. */
export function labelledIn(gold: string, layer: Layer): string[] {
  const folder = path.join(gold, layer);
  return foldersIn(folder).flatMap((book) =>
    filesIn(path.join(folder, book), '.json').map((chapter) => `${book}/${chapter}`),
  );
}

/** The text of a chapter. Throws when there is none. */
export function chapterText(gold: string, book: string, chapter: string): string {
  return readFileSync(path.join(gold, 'texts', book, `${chapter}.txt`), 'utf8');
}

/** Where the labels of a chapter are kept. */
export function labelFile(gold: string, layer: Layer, book: string, chapter: string): string {
  return path.join(gold, layer, book, `${chapter}.json`);
}

/** What a JSON file says, unchecked, or null when there is no such file. */
export function readJson(file: string): unknown {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as unknown) : null;
}

/** Writes labels in the repository's own format. */
export async function writeLabels(file: string, labels: ChapterLabels): Promise<void> {
  mkdirSync(path.dirname(file), { recursive: true });
  const config = (await resolveConfig(file)) ?? {};
  writeFileSync(file, await format(JSON.stringify(labels), { ...config, parser: 'json' }));
}

/** SHA-256 of a text's UTF-8 bytes, in hexadecimal. */
export function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function foldersIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
}

function filesIn(folder: string, ending: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => name.slice(0, -ending.length))
    .sort();
}
