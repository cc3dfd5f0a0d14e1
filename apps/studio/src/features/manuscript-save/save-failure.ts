import { CallFailed } from '@huaben/contract';
import type { SaveProblem } from './save-machine.ts';

/** What a failed save means: no answer yet (repeat it), or an answer that stands until somebody decides. */
export function saveFailure(error: unknown): SaveProblem | 'unanswered' {
  if (!(error instanceof CallFailed)) {
    const foreign = error instanceof Error && error.name === 'ZodError';
    return foreign
      ? { kind: 'refused', message: '服务器与页面的版本不一致，稿件已留在本机草稿；请刷新页面' }
      : 'unanswered';
  }
  const { message } = error;
  switch (error.refusal) {
    case 'SAVE_STALE':
      return { kind: 'stale', message };
    case 'LOCK_LOST':
    case 'CHAPTER_LOCKED':
    case 'LOGGED_OUT':
      return { kind: 'lock-lost', message };
    case 'CHAPTER_ID_MISMATCH':
      return { kind: 'mismatch', message };
    case null:
    case 'TOO_OFTEN':
      return 'unanswered';
    default:
      return { kind: 'refused', message };
  }
}
