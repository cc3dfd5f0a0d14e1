import type { DecisionOutcome } from '../marking.types.ts';
import { keyOf } from './review-queue.ts';
import type { LineKey } from './review-queue.ts';

/** A decision as it is sent; null puts the line back. */
export interface SentDecision {
  readonly chapterId: string;
  readonly lineId: string;
  readonly roleId: string | null;
}

/** A pause in pressing keys sends; nobody's decision waits longer than `mostMs`. */
const pauseMs = 1_200;
const mostMs = 5_000;
const mostWaiting = 40;
/** One call takes at most this many. */
const mostAtOnce = 200;

/** What the outbox needs and tells. */
export interface OutboxPorts {
  readonly send: (decisions: SentDecision[]) => Promise<DecisionOutcome>;
  readonly now: () => number;
  readonly onChange: (state: OutboxState) => void;
  readonly onOutcome: (outcome: DecisionOutcome) => void;
}

/** How many decisions the server does not have, and why the last sending failed. */
export interface OutboxState {
  readonly unsent: number;
  readonly error: unknown;
}

/**
 * Collects decisions and sends them together, for each call stores a revision of every chapter. A failed
 * sending keeps everything for the next try; the same line twice goes out in two calls, in their order.
 */
export class DecisionOutbox {
  private readonly ports: OutboxPorts;
  private waiting: SentDecision[] = [];
  private onTheWay: readonly SentDecision[] = [];
  private since = 0;
  private sending: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  constructor(ports: OutboxPorts) {
    this.ports = ports;
  }

  /** The lines of which the server does not know what was decided. */
  lines(): Set<LineKey> {
    return new Set([...this.onTheWay, ...this.waiting].map(keyOf));
  }

  /** The lines that are decided here and still open for the server. */
  decided(): Set<LineKey> {
    const lines = new Set<LineKey>();
    for (const decision of [...this.onTheWay, ...this.waiting]) {
      if (decision.roleId === null) lines.delete(keyOf(decision));
      else lines.add(keyOf(decision));
    }
    return lines;
  }

  put(decision: SentDecision): void {
    if (this.waiting.length === 0) this.since = this.ports.now();
    this.waiting.push(decision);
    this.tell(null);
    this.plan();
  }

  /** Takes a decision back: it is dropped when it was not sent, else the line is put back. */
  takeBack(line: Pick<SentDecision, 'chapterId' | 'lineId'>): void {
    const at = this.waiting.findLastIndex((one) => keyOf(one) === keyOf(line));
    if (at >= 0) {
      this.waiting.splice(at, 1);
      this.tell(null);
    } else this.put({ chapterId: line.chapterId, lineId: line.lineId, roleId: null });
  }

  /** Sends now. Resolves when everything is sent, or a sending failed. */
  flush(): Promise<void> {
    this.stopTimer();
    this.sending ??= this.sendAll().finally(() => (this.sending = null));
    return this.sending;
  }

  private async sendAll(): Promise<void> {
    while (this.waiting.length > 0) {
      const batch = firstOfEach(this.waiting).slice(0, mostAtOnce);
      this.waiting = this.waiting.slice(batch.length);
      this.onTheWay = batch;
      try {
        const outcome = await this.ports.send([...batch]);
        this.onTheWay = [];
        this.tell(null);
        this.ports.onOutcome(outcome);
      } catch (error) {
        this.waiting = [...batch, ...this.waiting];
        this.onTheWay = [];
        return this.tell(error);
      }
    }
  }

  private plan(): void {
    this.stopTimer();
    const left = Math.max(0, this.since + mostMs - this.ports.now());
    const wait = this.waiting.length >= mostWaiting ? 0 : Math.min(pauseMs, left);
    this.timer = setTimeout(() => void this.flush(), wait);
  }

  private stopTimer(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }

  private tell(error: unknown): void {
    this.ports.onChange({ unsent: this.waiting.length + this.onTheWay.length, error });
  }
}

/** The decisions up to the first line that comes a second time. */
function firstOfEach(decisions: readonly SentDecision[]): SentDecision[] {
  const seen = new Set<LineKey>();
  const batch: SentDecision[] = [];
  for (const decision of decisions) {
    if (seen.has(keyOf(decision))) break;
    seen.add(keyOf(decision));
    batch.push(decision);
  }
  return batch;
}
