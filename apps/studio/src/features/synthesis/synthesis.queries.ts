import { parseManuscript, segmentsOf } from '@huaben/manuscript';
import type { SpokenSegment } from '@huaben/manuscript';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/queries.ts';
import type { Task } from './synthesis.types.ts';
import { isActive } from './task-news.ts';

/** How often running work is asked for without, and with, a live connection. */
const pollMs = { offline: 3_000, live: 15_000 } as const;
/** The tasks of a novel concern all its chapters. */
export const tasksKey = (novelId: string) => keys.tasks(novelId, 'all');

export const novelQuery = (productId: string) =>
  queryOptions({
    queryKey: keys.novel(productId),
    queryFn: ({ signal }) => api.novel.novelInfo({ productId }, signal),
  });

export const chapterQuery = (chapterId: string) =>
  queryOptions({
    queryKey: keys.chapter(chapterId),
    queryFn: ({ signal }) => api.chapter.chapterInfo({ chapterId }, signal),
  });

export const chaptersQuery = (productId: string) =>
  queryOptions({
    queryKey: keys.chapters(productId),
    queryFn: async ({ signal }) => (await api.chapter.listChapters({ productId }, signal)).list,
  });

/** Discarded roles keep their lines and speak as before; the key is the one that the cast refreshes. */
export const discardedRolesQuery = (productId: string) =>
  queryOptions({
    queryKey: ['discarded-roles', productId],
    queryFn: async ({ signal }) => (await api.cast.listDiscardedRoles({ productId }, signal)).list,
  });

export const voicesQuery = () =>
  queryOptions({
    queryKey: keys.voices(),
    queryFn: ({ signal }) => api.synthesis.listVoices({}, signal),
    staleTime: 600_000,
  });

/** What a voice reads in one content revision, which never changes. */
export const segmentsQuery = (productId: string, chapterUrlId: string) =>
  queryOptions<SpokenSegment[]>({
    queryKey: ['spoken-segments', chapterUrlId],
    queryFn: async ({ signal }) => {
      const { html } = await api.chapter.readManuscript({ productId, url: chapterUrlId }, signal);
      return segmentsOf(parseManuscript(html).doc);
    },
    staleTime: Infinity,
    structuralSharing: false,
  });

export const audioQuery = (chapterId: string) =>
  queryOptions({
    queryKey: keys.audio(chapterId),
    queryFn: ({ signal }) => api.synthesis.listAudioVersions({ chapterId }, signal),
  });

/** The novel's tasks, asked for again while one is on its way. */
export const tasksQuery = (productId: string, live: boolean) =>
  queryOptions({
    queryKey: tasksKey(productId),
    queryFn: ({ signal }) => api.synthesis.listTasks({ productId }, signal),
    refetchInterval: (query) => {
      const list: readonly Task[] = query.state.data?.list ?? [];
      if (!list.some(isActive)) return false;
      return live ? pollMs.live : pollMs.offline;
    },
  });
