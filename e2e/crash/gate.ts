import { mustBecome } from './violation.ts';

/** Lets everyone who works against the product rest between two pieces of work, for an exact look at the data. */
export class Gate {
  #closed = false;
  #open: (() => void)[] = [];
  #workers = 0;
  #resting = 0;

  /** Runs work that comes by {@link pass} again and again. */
  async serve(work: () => Promise<void>): Promise<void> {
    this.#workers += 1;
    try {
      await work();
    } finally {
      this.#workers -= 1;
    }
  }

  /** Waits here while the gate is closed. */
  async pass(): Promise<void> {
    if (!this.#closed) return;
    this.#resting += 1;
    await new Promise<void>((resolve) => this.#open.push(resolve));
    this.#resting -= 1;
  }

  /** Resolves when everyone rests: each has had an answer to what it began. */
  async close(withinMs: number): Promise<void> {
    this.#closed = true;
    await mustBecome(
      'everyone who saves gets an answer and can go on',
      withinMs,
      () => this.#resting >= this.#workers,
    );
  }

  open(): void {
    this.#closed = false;
    const waiting = this.#open;
    this.#open = [];
    for (const go of waiting) go();
  }
}
