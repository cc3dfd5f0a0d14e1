import { narrationDecision } from '@huaben/contract';
import { createStore } from 'zustand';
import type { StoreApi } from 'zustand';
import type { Candidate, DecisionOutcome, ReviewItem, ReviewPage } from '../marking.types.ts';
import { DecisionOutbox } from './decision-outbox.ts';
import type { SentDecision } from './decision-outbox.ts';
import {
  currentOf,
  keyOf,
  moveBy,
  placeOf,
  standAt,
  withFresh,
  withLine,
  withoutLine,
  withPage,
  withRole,
} from './review-queue.ts';
import type { LineKey, Queue } from './review-queue.ts';

/** Lines asked for at once; the most that the server gives. */
export const pageSize = 200;
/** So many lines before the end of what is loaded, more are fetched. */
const loadAhead = 60;
/** Decisions that can be taken back. */
const mostUndo = 200;

/** What the screen shows of the review. */
export interface ReviewState {
  readonly queue: Queue;
  readonly state: 'loading' | 'ready' | 'failed';
  readonly error: unknown;
  /** Open lines of the filter, as far as is known here. */
  readonly open: number;
  readonly chapters: ReviewPage['chapters'];
  readonly skipped: ReadonlySet<LineKey>;
  readonly unsent: number;
  readonly saveError: unknown;
  /** The last thing that happened, in words. */
  readonly news: string;
  /** Chapters whose decisions were refused, with the reason. */
  readonly refused: readonly { readonly chapterId: string; readonly name: string; readonly reason: string }[];
  readonly undoable: boolean;
}

/** What a review needs from the page around it. */
export interface ReviewPorts {
  readonly fetchPage: (page: number) => Promise<ReviewPage>;
  /** The first {@link pageSize} open lines of some chapters. */
  readonly fetchChapters: (chapterIds: string[]) => Promise<ReviewPage>;
  readonly send: (decisions: SentDecision[]) => Promise<DecisionOutcome>;
  /** Makes a name a role; null when it was refused (and said so). */
  readonly createRole: (name: string) => Promise<string | null>;
  readonly nameOf: (roleId: string) => string;
  readonly now: () => number;
  /** Decisions were stored. */
  readonly onStored: () => void;
}

const begin: ReviewState = {
  queue: { items: [], at: null },
  state: 'loading',
  error: null,
  open: 0,
  chapters: [],
  skipped: new Set(),
  unsent: 0,
  saveError: null,
  news: '',
  refused: [],
  undoable: false,
};

/** The review of one filter's queue; every decision is shown at once and sent with its neighbours. */
export class ReviewSession {
  readonly store: StoreApi<ReviewState> = createStore(() => begin);
  private readonly ports: ReviewPorts;
  private readonly outbox: DecisionOutbox;
  private undos: { readonly item: ReviewItem; readonly place: number }[] = [];
  private loading = false;
  private making = false;

  constructor(ports: ReviewPorts) {
    this.ports = ports;
    this.outbox = new DecisionOutbox({
      send: ports.send,
      now: ports.now,
      onChange: ({ unsent, error }) => this.store.setState({ unsent, saveError: error }),
      onOutcome: (outcome) => void this.settle(outcome),
    });
  }

  /** Loads the queue from its start; stands at a line if it is there. */
  async load(at: LineKey | null): Promise<void> {
    this.store.setState({ state: 'loading', error: null });
    try {
      const page = await this.ports.fetchPage(1);
      const queue = withPage({ items: [], at: null }, page.list, this.outbox.decided());
      this.store.setState({
        queue: standAt(queue, at),
        state: 'ready',
        open: page.total - this.outbox.decided().size,
        chapters: page.chapters,
      });
    } catch (error) {
      this.store.setState({ state: 'failed', error });
    }
  }

  move(steps: number): void {
    this.setQueue(moveBy(this.queue, steps));
  }

  stand(key: LineKey): void {
    this.setQueue(standAt(this.queue, key));
  }

  /** Leaves the line open and goes on. */
  skip(): void {
    const item = currentOf(this.queue);
    if (item === null) return;
    this.store.setState(({ skipped }) => ({ skipped: new Set([...skipped, keyOf(item)]) }));
    this.move(1);
    this.tell('已跳过，留在待确认里');
  }

  /** Takes the n-th candidate; a name without a role becomes one first. */
  async take(index: number): Promise<void> {
    const item = currentOf(this.queue);
    const candidate = item?.candidates[index];
    if (item === null || candidate === undefined || this.making) return;
    const roleId = candidate.roleId ?? (await this.roleFor(candidate));
    if (roleId === null) return;
    this.decide(item, roleId);
  }

  /** The line is no dialogue: the narrator reads it. */
  narrate(): void {
    const item = currentOf(this.queue);
    if (item !== null) this.decide(item, narrationDecision);
  }

  /** Gives the line a role. */
  assign(roleId: string): void {
    const item = currentOf(this.queue);
    if (item !== null) this.decide(item, roleId);
  }

  /** Takes the last decision back. */
  undo(): void {
    const last = this.undos.pop();
    if (last === undefined) return this.tell('没有可以撤销的了');
    this.outbox.takeBack(last.item);
    this.store.setState(({ queue, open }) => ({
      queue: withLine(queue, last.item, last.place),
      open: open + 1,
      undoable: this.undos.length > 0,
    }));
    this.tell('已撤销');
  }

  /** A name was made a role elsewhere on the page. */
  roleMade(name: string, roleId: string): void {
    this.setQueue(withRole(this.queue, name, roleId));
  }

  flush(): Promise<void> {
    return this.outbox.flush();
  }

  /** Somebody stored a chapter: its open lines are asked for again. */
  async refresh(chapterIds: readonly string[]): Promise<number> {
    const shown = chapterIds.filter((id) => this.queue.items.some(({ chapterId }) => chapterId === id));
    if (shown.length === 0) return 0;
    const page = await this.ports.fetchChapters(shown);
    const decided = this.outbox.lines();
    const fresh = page.list.filter((item) => !decided.has(keyOf(item)));
    const { queue, changed } = withFresh(this.queue, new Set(shown), fresh, page.total <= page.list.length);
    this.store.setState(({ open }) => ({
      open: open - (this.queue.items.length - queue.items.length),
      queue,
    }));
    return changed;
  }

  tell(news: string): void {
    this.store.setState({ news });
  }

  private get queue(): Queue {
    return this.store.getState().queue;
  }

  private setQueue(queue: Queue): void {
    this.store.setState({ queue });
    void this.loadMore();
  }

  private decide(item: ReviewItem, roleId: string): void {
    const key = keyOf(item);
    const place = this.queue.items.findIndex((known) => keyOf(known) === key);
    if (place < 0) return;
    this.undos.push({ item, place });
    if (this.undos.length > mostUndo) this.undos.shift();
    this.store.setState(({ open }) => ({ open: Math.max(0, open - 1), undoable: true }));
    this.outbox.put({ chapterId: item.chapterId, lineId: item.lineId, roleId });
    const name = roleId === narrationDecision ? '不是台词' : this.ports.nameOf(roleId);
    this.tell(`${name}：${item.text.slice(0, 16)}`);
    this.setQueue(withoutLine(this.queue, key));
  }

  private async roleFor({ name }: Candidate): Promise<string | null> {
    this.making = true;
    this.tell(`正在新建角色「${name}」`);
    try {
      const roleId = await this.ports.createRole(name);
      if (roleId !== null) this.roleMade(name, roleId);
      return roleId;
    } finally {
      this.making = false;
    }
  }

  private async loadMore(): Promise<void> {
    const { open, queue } = this.store.getState();
    const left = queue.items.length - 1 - placeOf(queue);
    if (this.loading || left >= loadAhead || queue.items.length >= open) return;
    this.loading = true;
    try {
      // What is decided and not sent is still in the server's list.
      const offset = queue.items.length + this.outbox.decided().size;
      const page = await this.ports.fetchPage(Math.floor(offset / pageSize) + 1);
      const decided = this.outbox.decided();
      this.store.setState((now) => ({
        queue: withPage(now.queue, page.list, decided),
        open: Math.max(now.queue.items.length, page.total - decided.size),
        chapters: page.chapters,
      }));
    } catch (error) {
      if (this.queue.items.length === 0) this.store.setState({ state: 'failed', error });
    } finally {
      this.loading = false;
    }
  }

  private async settle({ applied, refused }: DecisionOutcome): Promise<void> {
    const back = new Set(
      refused.flatMap(({ chapterId, lineIds }) => lineIds.map((lineId) => keyOf({ chapterId, lineId }))),
    );
    const returning = this.undos.filter(({ item }) => back.has(keyOf(item)));
    this.undos = this.undos.filter(({ item }) => !back.has(keyOf(item)));
    this.store.setState(({ queue, open }) => {
      const at = queue.at;
      const items = returning.reduce((now, { item, place }) => withLine(now, item, place), queue);
      const reasons = refused.map(({ chapterId, reason }) => ({
        chapterId,
        name: returning.find(({ item }) => item.chapterId === chapterId)?.item.chapterName ?? '',
        reason,
      }));
      return {
        queue: standAt(items, at),
        open: open + returning.length,
        refused: reasons,
        undoable: this.undos.length > 0,
      };
    });
    if (applied.length === 0) return;
    this.ports.onStored();
    try {
      const changed = await this.refresh(applied.map(({ chapterId }) => chapterId));
      if (changed > 0) this.tell(`${String(changed)} 行随之更新`);
    } catch {
      // What is shown is only older; the next decision asks again.
    }
  }
}
