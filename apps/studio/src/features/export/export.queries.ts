import type { Contract, ResultOf } from '@huaben/contract';
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { keys } from '../../lib/queries.ts';

/** A download: the job that makes the file and, when done, the file itself. */
export type ExportRecord = ResultOf<Contract['export']['startExport'], Blob>;

const pollMs = { offline: 3_000, live: 15_000 } as const;

/** All downloads of a novel, those of single chapters included. */
export const exportsKey = (novelId: string) => keys.exports(novelId, 'all');

/** Whether the file is still being made. */
export const isUnderWay = (record: Pick<ExportRecord, 'state'>): boolean =>
  record.state === 'waiting' || record.state === 'running';

export const exportsQuery = (productId: string, live: boolean, enabled: boolean) =>
  queryOptions({
    queryKey: exportsKey(productId),
    queryFn: ({ signal }) => api.export.listExports({ productId }, signal),
    enabled,
    refetchInterval: (query) => {
      const list: readonly ExportRecord[] = query.state.data?.list ?? [];
      if (!list.some(isUnderWay)) return false;
      return live ? pollMs.live : pollMs.offline;
    },
  });
