/** How long a lock lives without a renewal, in seconds. */
export const leaseSeconds = 90;

/** Lock types of the wire: 1 marking desk, 2 separator. */
export type LockType = 1 | 2;

/** A stored lock; `holder` null means free. The fence rises with every change of hands. */
export interface StoredLock {
  readonly chapterId: string;
  readonly fence: number;
  readonly holder: {
    readonly userId: string;
    readonly editorId: string;
    readonly type: LockType;
    readonly since: Date;
    readonly lastActive: Date;
    readonly expires: Date;
  } | null;
}

/** Who asks for a lock and by which page. */
export interface LockRequest {
  readonly userId: string;
  readonly editorId: string;
  readonly type: LockType;
  /** Whether the asker may and wants to take a lock from its holder. */
  readonly takeOver: boolean;
}

/** What to do with one lock. */
export type LockPlan =
  | { readonly do: 'acquire'; readonly fence: number; readonly from: string | null }
  | { readonly do: 'renew'; readonly fence: number }
  | { readonly do: 'refuse' };

/** Whether a lock is held at an instant (by the database's clock). */
export const isHeld = (lock: StoredLock, now: Date): boolean =>
  lock.holder !== null && lock.holder.expires > now;

/**
 * Decides one lock request. The same page renews; the same user's newer page wins over an older one
 * (whose saves then fail by the fence); others are refused while the lease lives, unless taking over.
 */
export function planLock(lock: StoredLock, request: LockRequest, now: Date): LockPlan {
  const { holder } = lock;
  if (holder === null || !isHeld(lock, now)) return { do: 'acquire', fence: lock.fence + 1, from: null };
  if (holder.userId === request.userId) {
    if (holder.editorId === request.editorId && holder.type === request.type)
      return { do: 'renew', fence: lock.fence };
    return { do: 'acquire', fence: lock.fence + 1, from: holder.userId };
  }
  return request.takeOver ? { do: 'acquire', fence: lock.fence + 1, from: holder.userId } : { do: 'refuse' };
}
