import { Refusal } from '@huaben/contract';
import { audioCapacity } from '@huaben/domain';

/**
 * Refuses chapters that would not fit beside the stored ones.
 * @throws Refusal CAPACITY_FULL with the numbers
 */
export function mustFitCapacity(stored: number, wanted: number): void {
  if (stored + wanted <= audioCapacity) return;
  const free = Math.max(0, audioCapacity - stored);
  throw new Refusal('CAPACITY_FULL', {
    text: `最多存放 ${audioCapacity} 个章节的合成音频，还剩 ${free} 个名额，这次需要 ${wanted} 个；请少选一些章节，或删除不用的音频`,
    detail: { capacity: audioCapacity, stored, wanted },
  });
}
