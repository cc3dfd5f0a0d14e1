import { CallFailed } from '@huaben/contract';
import { QueryClient } from '@tanstack/react-query';

/** The keys of everything that more than one screen reads. */
export const keys = {
  user: () => ['user'] as const,
  site: () => ['site'] as const,
  novels: () => ['novels'] as const,
  binnedNovels: () => ['binned-novels'] as const,
  recent: () => ['recent-chapters'] as const,
  novel: (id: string) => ['novel', id] as const,
  chapters: (novelId: string) => ['chapters', novelId] as const,
  chapter: (id: string) => ['chapter', id] as const,
  roles: (novelId: string) => ['roles', novelId] as const,
  voices: () => ['voices'] as const,
  tasks: (novelId: string, chapterId: string) => ['tasks', novelId, chapterId] as const,
  audio: (chapterId: string) => ['audio', chapterId] as const,
  exports: (novelId: string, chapterId: string) => ['exports', novelId, chapterId] as const,
};

const maxRetries = 2;

/** The one cache of server data. A refusal is an answer and is not asked for again. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) =>
        !(error instanceof CallFailed) && error.name !== 'ZodError' && failures < maxRetries,
    },
    mutations: { retry: false },
  },
});
