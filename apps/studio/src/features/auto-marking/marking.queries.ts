import { linesOf, parseManuscript } from '@huaben/manuscript';
import type { LineInfo } from '@huaben/manuscript';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/queries.ts';
import { isActive } from './marking-runs.ts';
import type { MarkingTask } from './marking.types.ts';

/** How often running work is asked for without, and with, a live connection. */
const pollMs = { offline: 3_000, live: 15_000 } as const;
const pageSize = 200;
/** Older tasks than these are history that nobody looks at here. */
const mostPages = 5;

export const tasksKey = (novelId: string) => ['marking-tasks', novelId] as const;

async function newestTasks(productId: string, signal: AbortSignal): Promise<MarkingTask[]> {
  const tasks: MarkingTask[] = [];
  for (let page = 1; page <= mostPages; page += 1) {
    const { list, total } = await api.autoMarking.listNovelMarkingTasks(
      { productId, page, size: pageSize },
      signal,
    );
    tasks.push(...list);
    if (list.length < pageSize || tasks.length >= total) break;
  }
  return tasks;
}

/** The novel's newest marking tasks, asked for again while one is on its way. */
export const tasksQuery = (productId: string, live: boolean) =>
  queryOptions({
    queryKey: tasksKey(productId),
    queryFn: ({ signal }) => newestTasks(productId, signal),
    refetchInterval: (query) => {
      if (!(query.state.data ?? []).some(isActive)) return false;
      return live ? pollMs.live : pollMs.offline;
    },
  });

/** One task with the changes of a preview; asked for until it is over. */
export const taskQuery = (taskId: string, live: boolean) =>
  queryOptions({
    queryKey: ['marking-task', taskId],
    queryFn: ({ signal }) => api.autoMarking.markingTaskDetail({ taskId }, signal),
    refetchInterval: (query) => {
      const task = query.state.data;
      if (task && !isActive(task)) return false;
      return live ? pollMs.live : pollMs.offline;
    },
  });

export const rosterKey = (rosterId: string) => ['marking-roster', rosterId] as const;

/** The characters that were found; asked for until the search is over. */
export const rosterQuery = (productId: string, rosterId: string, live: boolean) =>
  queryOptions({
    queryKey: rosterKey(rosterId),
    queryFn: ({ signal }) => api.autoMarking.rosterInfo({ productId, rosterId }, signal),
    refetchInterval: (query) => {
      const state = query.state.data?.state;
      if (state === 'done' || state === 'failed') return false;
      return live ? pollMs.live : pollMs.offline;
    },
  });

export const openKey = (novelId: string) => ['marking-open', novelId] as const;

/** How many lines of the novel wait for a person, in all and by chapter. */
export const openQuery = (productId: string) =>
  queryOptions({
    queryKey: openKey(productId),
    queryFn: async ({ signal }) => {
      const { total, chapters } = await api.autoMarking.reviewQueue({ productId, page: 1, size: 1 }, signal);
      return { total, chapters };
    },
  });

export const novelQuery = (productId: string) =>
  queryOptions({
    queryKey: keys.novel(productId),
    queryFn: ({ signal }) => api.novel.novelInfo({ productId }, signal),
  });

export const chaptersQuery = (productId: string) =>
  queryOptions({
    queryKey: keys.chapters(productId),
    queryFn: async ({ signal }) => (await api.chapter.listChapters({ productId }, signal)).list,
  });

/** The lines of one content revision, which never changes. */
export const linesQuery = (productId: string, chapterUrlId: string) =>
  queryOptions<LineInfo[]>({
    queryKey: ['marking-lines', chapterUrlId],
    queryFn: async ({ signal }) => {
      const { html } = await api.chapter.readManuscript({ productId, url: chapterUrlId }, signal);
      return linesOf(parseManuscript(html).doc);
    },
    staleTime: Infinity,
    structuralSharing: false,
  });
