import { setTimeout as sleep } from 'node:timers/promises';

/** A promise of the product that was not kept, with what was seen. */
export class Violation extends Error {
  readonly detail: object;

  constructor(promise: string, detail: object = {}) {
    super(promise);
    this.name = 'Violation';
    this.detail = detail;
  }
}

/** Stops the run when something promised does not hold. */
export function must(holds: boolean, promise: string, detail: object = {}): asserts holds {
  if (!holds) throw new Violation(promise, detail);
}

/** Waits until something holds; the promise is broken when it takes longer than `withinMs`. */
export async function mustBecome(
  promise: string,
  withinMs: number,
  holds: () => boolean | Promise<boolean>,
  detail: () => object = () => ({}),
): Promise<void> {
  const until = Date.now() + withinMs;
  while (!(await holds())) {
    if (Date.now() > until) throw new Violation(promise, { waitedMs: withinMs, ...detail() });
    await sleep(25);
  }
}
