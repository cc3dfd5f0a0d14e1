import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../lib/api.ts';
import type { ChapterLock } from './chapter-lock.ts';

const readTries = 3;

/** The content that the lock (or, read-only, the chapter) names; read once per entry. */
export function useManuscript(novelId: string, chapterId: string, lock: ChapterLock) {
  const [contentId, setContentId] = useState<string | null>(null);
  const source = lock.kind === 'held' ? lock.held : lock.kind === 'readOnly' ? lock.chapter : null;
  // What was opened first stays: a lock that is taken again must not exchange the text on screen.
  if (contentId === null && source !== null) setContentId(source.chapterUrlId);
  return useQuery({
    queryKey: ['manuscript', chapterId, contentId],
    enabled: contentId !== null,
    staleTime: Infinity,
    gcTime: 0,
    queryFn: ({ signal }) => readManuscript(novelId, contentId ?? '', signal),
  });
}

/** Reads one content, again when an empty one comes back. */
export async function readManuscript(novelId: string, contentId: string, signal?: AbortSignal) {
  for (let tries = 1; ; tries += 1) {
    const manuscript = await api.chapter.readManuscript({ productId: novelId, url: contentId }, signal);
    if (manuscript.html !== '') return manuscript;
    if (tries === readTries) throw new Error(`empty content ${contentId}`);
  }
}
