import { toast } from '../../ui/index.ts';
import { onLive } from '../../lib/live.ts';

/** The runs that were started in this tab and whose end has not been told. */
const started = new Set<string>();

/** A run was started here: its end is told wherever the person is by then. */
export const followRun = (invokeId: string): void => void started.add(invokeId);

/** Tells the end of runs on other pages than their own; returns the end of it. */
export function followMarking(): () => void {
  return onLive('markingProgress', ({ invokeId, productId, state, total }) => {
    if (state === 'running' || state === 'waiting' || !started.delete(invokeId)) return;
    if (location.pathname.startsWith(`/autoWriter/${productId}`)) return;
    toast.info(`自动画本结束，共 ${String(total)} 章；打开「自动画本」看结果`);
  });
}
