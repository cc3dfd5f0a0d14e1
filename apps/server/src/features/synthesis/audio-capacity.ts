import { Refusal } from '@huaben/contract';

/**
 * Chapters with stored synthesised audio that the creator of a novel may have, over all their novels.
 * By grade it will be 3 (egg) to 200; until grades exist everyone has the highest.
 */
const audioCapacity = 200;

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
