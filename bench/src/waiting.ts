import { setTimeout as pause } from 'node:timers/promises';

/** The work, or an error when it takes longer than `ms`; the work itself is not stopped. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms / 1000} s`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Asks every `everyMs` until the answer is not null. */
export async function until<T>(
  options: { readonly what: string; readonly everyMs: number; readonly mostMs: number },
  ask: () => Promise<T | null>,
): Promise<T> {
  const end = performance.now() + options.mostMs;
  for (;;) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (performance.now() > end)
      throw new Error(`${options.what} took longer than ${options.mostMs / 1000} s`);
    await pause(options.everyMs);
  }
}

/** One failure is forgiven: other programs use the machine too. */
export async function twice<T>(say: (line: string) => void, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    say(`  again after: ${error instanceof Error ? error.message : String(error)}`);
    return work();
  }
}
