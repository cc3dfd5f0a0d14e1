export { audioCapacity } from './audio-capacity.ts';
export { isHeld, leaseSeconds, planLock } from './chapter-lock.ts';
export type { LockPlan, LockRequest, LockType, StoredLock } from './chapter-lock.ts';
export { planSave } from './manuscript-save.ts';
export type { SaveAttempt, SavePlan } from './manuscript-save.ts';
export {
  abilities,
  creatorFlags,
  grants,
  mustBeWritable,
  mustMay,
  mustNotBeBinned,
} from './novel-permission.ts';
export type { NovelAccess, NovelState } from './novel-permission.ts';
export { finishedTaskState, nextTaskState } from './task-state.ts';
export type { ItemState, TaskAction, TaskState } from './task-state.ts';
