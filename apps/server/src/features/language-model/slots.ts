/** Places for work that may run at once. */
export interface Slots {
  /** Resolves with what gives the place back, or with null when the signal aborts first. */
  take(signal?: AbortSignal): Promise<(() => void) | null>;
}

/** Lets at most so many pieces of work run at once; the others wait their turn. */
export function createSlots(most: number): Slots {
  const waiting = new Set<() => void>();
  let free = most;
  const release = (): void => {
    const [next] = waiting;
    if (next) next();
    else free += 1;
  };
  return {
    async take(signal) {
      if (signal?.aborted) return null;
      if (free > 0) {
        free -= 1;
        return release;
      }
      return await new Promise((resolve) => {
        const leave = (): void => {
          waiting.delete(enter);
          resolve(null);
        };
        const enter = (): void => {
          waiting.delete(enter);
          signal?.removeEventListener('abort', leave);
          resolve(release);
        };
        waiting.add(enter);
        signal?.addEventListener('abort', leave, { once: true });
      });
    },
  };
}
