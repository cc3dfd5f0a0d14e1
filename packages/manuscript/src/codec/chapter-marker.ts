import { isManuscriptId } from '../schema/line.ts';
import { ManuscriptError } from './manuscript-error.ts';

const MARKER = /^<i data-chapter-id="([^"<>]*)"><\/i>/;

/** The marker element that names the chapter a text belongs to. */
export function chapterMarker(chapterId: string): string {
  if (!isManuscriptId(chapterId)) throw new ManuscriptError('BAD_ATTRIBUTE', -1);
  return `<i data-chapter-id="${chapterId}"></i>`;
}

/** The chapter id that Manuscript HTML carries in front, or null without one or with a malformed one. */
export function chapterMarkerOf(html: string): string | null {
  const id = MARKER.exec(html)?.[1];
  return isManuscriptId(id) ? id : null;
}

/** Manuscript HTML without its chapter marker, as an editor wants it; text without one is returned as it is. */
export function stripChapterMarker(html: string): string {
  const match = MARKER.exec(html);
  return match !== null && isManuscriptId(match[1]) ? html.slice(match[0].length) : html;
}
