import { useMutation, useQueries } from '@tanstack/react-query';
import { api, failureText } from '../../../lib/api.ts';
import { useTimeLeft } from '../../../lib/time-left.ts';
import { ProgressRow, toast } from '../../../ui/index.ts';
import { importQuery, useImport, useRunningImports } from './import-runs.ts';

/** A slim bar for each import into this novel that is under way. */
export function ImportBars({ productId }: { productId: string }) {
  return useRunningImports().map((importId) => (
    <ImportBar key={importId} importId={importId} productId={productId} />
  ));
}

/** Whether an import into this novel is under way, as far as this tab started it. */
export function useIsImporting(productId: string): boolean {
  const states = useQueries({ queries: useRunningImports().map(importQuery) });
  return states.some(({ data }) => data?.productId === productId);
}

function ImportBar({ importId, productId }: { importId: string; productId: string }) {
  const { data: info } = useImport(importId);
  if (!info || info.productId !== productId) return null;
  return (
    <div className="bar">
      <ImportProgress importId={importId} />
    </div>
  );
}

/** How far an import is, with its 取消. */
export function ImportProgress({ importId }: { importId: string }) {
  const { data: info, refetch } = useImport(importId);
  const timeLeft = useTimeLeft(info?.done ?? 0, info?.total ?? 0);
  const cancel = useMutation({
    mutationFn: () => api.chapter.cancelImport({ importId }),
    onError: (error) => toast.error(failureText(error)),
    onSettled: () => refetch(),
  });
  return (
    <ProgressRow
      label={info ? `正在导入「${info.fileName}」` : '正在导入'}
      done={info?.done ?? 0}
      total={info?.total ?? 0}
      unit="章"
      note={timeLeft}
      {...(cancel.isPending ? {} : { onCancel: () => cancel.mutate() })}
    />
  );
}
