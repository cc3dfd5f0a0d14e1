import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again until the answer is not null. @throws after `withinMs`, naming what was waited for */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | null> | T | null,
  withinMs = 20_000,
): Promise<T> {
  for (const until = Date.now() + withinMs; ; await sleep(50)) {
    const answer = await ask();
    if (answer !== null) return answer;
    if (Date.now() > until) throw new Error(`did not happen within ${withinMs} ms: ${what}`);
  }
}
