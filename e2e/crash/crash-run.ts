import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WireTally } from './api.ts';
import { checkCounters, checkSaves } from './check-saves.ts';
import type { HashedSoFar } from './check-saves.ts';
import { SoundLedger } from './check-sound.ts';
import { lookInto } from './database.ts';
import { Gate } from './gate.ts';
import { killKinds, Product } from './product.ts';
import type { KillKind } from './product.ts';
import { seededRandom } from './random.ts';
import type { Random } from './random.ts';
import { setStage, signIn } from './stage.ts';
import type { Stage } from './stage.ts';
import { keepSpeaking } from './synthesis-load.ts';
import type { SynthesisTally } from './synthesis-load.ts';
import { must, mustBecome, Violation } from './violation.ts';
import { writeAgainstOthers, writeAlone } from './writers.ts';

/** What a run does. */
export interface CrashOptions {
  /** What is killed in each round; `null` lets the seed choose. */
  readonly rounds: readonly (KillKind | null)[];
  readonly seed: number;
  /** How many new sentences each synthesis task has. */
  readonly sentences: number;
  /** The part of the rounds (0..1) that first waits for a synthesis at work. */
  readonly whileSpeaking: number;
  readonly print: (line: string) => void;
  /** Leaves the data folder and the log behind. */
  readonly keep: boolean;
  /** Ends the run early. */
  readonly stop: AbortSignal;
}

/** What a run has seen. */
export interface CrashSummary {
  readonly kills: Readonly<Record<string, number>>;
  readonly readyMs: readonly number[];
  acknowledged: number;
  refused: number;
  readonly wire: WireTally;
  readonly synthesis: SynthesisTally;
  rendered: number;
  longestOrphanMs: number;
}

const writers = 4;
const chaptersEach = 2;
const roundLimitMs = 150_000;
/** The product gives up after the fourth death of its database within a minute, as it promises to. */
const databaseDeaths = { most: 3, withinMs: 61_000 };
/** A killed worker's job is free again after 12 s; a job that failed is tried again within 30 s. */
const speakingPatienceMs = 45_000;
const answersWithinMs = 30_000;
const synthesisEndsWithinMs = 300_000;

/** One run: traffic, kills and checks on a product of its own. */
class CrashRun {
  readonly #options: CrashOptions;
  readonly #random: Random;
  readonly #product = new Product();
  readonly #gate = new Gate();
  readonly #end = new AbortController();
  readonly #hashed: HashedSoFar = new Map();
  readonly #sound = new SoundLedger(this.#product.dataDir);
  readonly #databaseDeaths: number[] = [];
  readonly #traffic: Promise<void>[] = [];
  #stage: Stage | null = null;
  /** The first promise that broke in the traffic. */
  #broken: unknown = null;
  readonly summary: CrashSummary & { kills: Record<string, number>; readyMs: number[] } = {
    kills: {},
    readyMs: [],
    acknowledged: 0,
    refused: 0,
    wire: { lost: 0, recovering: 0, failures: [] },
    synthesis: { tasks: 0, lines: 0, progress: 0, longestMs: 0 },
    rendered: 0,
    longestOrphanMs: 0,
  };

  constructor(options: CrashOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed, 0);
  }

  async run(): Promise<CrashSummary> {
    const { rounds, print, seed, keep, stop } = this.#options;
    const stopped = once(stop, 'abort').then(() => {
      throw new Error('interrupted');
    });
    const deadline = sleep(120_000 + rounds.length * roundLimitMs, undefined, { ref: false }).then(() => {
      throw new Violation('the run ends in time');
    });
    try {
      await Promise.race([this.#rounds(), deadline, stopped]);
      return this.summary;
    } catch (error) {
      const detail = error instanceof Violation ? JSON.stringify(error.detail, null, 1) : '';
      print(`✗ seed ${seed}: ${String(error)} ${detail}`);
      for (const line of this.#product.complaints()) print(`  ${line.slice(0, 400)}`);
      throw error;
    } finally {
      this.#end.abort();
      this.#gate.open();
      this.#product.dispose(keep);
      if (keep) print(`kept: ${this.#product.folder}`);
    }
  }

  async #rounds(): Promise<void> {
    const { rounds, print } = this.#options;
    print(`started in ${await this.#product.start()} ms`);
    await this.#startTraffic();
    for (const [index, wanted] of rounds.entries()) {
      await this.#flowing();
      // A kill shall often meet a synthesis that is at work again, not one that still waits for its worker.
      if (this.#random.chance(this.#options.whileSpeaking)) await this.#whole(this.#speaking());
      await sleep(this.#random.int(200, 3000));
      const kind = await this.#victim(wanted);
      const atOnce = this.#random.chance(0.5);
      const readyMs = await this.#whole(this.#product.kill(kind, atOnce));
      await this.#check(false);
      await this.#check(true);
      this.summary.kills[kind] = (this.summary.kills[kind] ?? 0) + 1;
      if (kind !== 'speech') this.summary.readyMs.push(readyMs);
      const { acknowledged, rendered, synthesis } = this.summary;
      print(
        `${String(index + 1).padStart(3)}/${rounds.length} killed ${kind}: ready after ${readyMs} ms; ` +
          `${acknowledged} saves acknowledged, ${rendered} lines rendered, ${synthesis.tasks} tasks done`,
      );
    }
    await this.#finish();
  }

  async #startTraffic(): Promise<void> {
    const { origin, dataDir } = this.#product;
    const { wire, synthesis } = this.summary;
    const first = await signIn(origin, wire);
    const stage = await setStage(first, writers * chaptersEach + 2);
    this.#stage = stage;
    const ready = [...stage.records];
    for (let number = 0; number <= writers + 2; number++) {
      const options = {
        api: await signIn(origin, wire),
        random: seededRandom(this.#options.seed, number + 1),
        gate: this.#gate,
        ended: this.#end.signal,
        name: `写手${number}`,
        roleIds: stage.roleIds,
      };
      const own =
        number < writers ? ready.splice(0, chaptersEach) : number < writers + 2 ? ready : ready.splice(1, 1);
      const [record] = own;
      must(record !== undefined, 'everyone has a chapter');
      if (number < writers) this.#run(() => writeAlone(options, own));
      else if (number < writers + 2) this.#run(() => writeAgainstOthers(options, record));
      else {
        const { sentences } = this.#options;
        const more = { dataDir, novelId: stage.novelId, sentences, tally: synthesis };
        this.#run(() => keepSpeaking({ ...options, ...more }, record));
      }
    }
  }

  #run(work: () => Promise<void>): void {
    const running = this.#gate.serve(work).catch((error: unknown) => {
      this.#broken ??= error;
    });
    this.#traffic.push(running);
  }

  /** Awaits, but ends as soon as the traffic has met a broken promise. */
  async #whole<T>(work: Promise<T>): Promise<T> {
    let over = false;
    const watch = (async () => {
      while (!over) {
        if (this.#broken !== null) throw this.#broken;
        await sleep(50);
      }
    })();
    try {
      const result = await Promise.race([work, watch.then(() => work)]);
      if (this.#broken !== null) throw this.#broken;
      return result;
    } finally {
      over = true;
      work.catch(() => undefined);
    }
  }

  /** Everyone has been answered since the last look: the next kill meets traffic. */
  async #flowing(): Promise<void> {
    const records = this.#stage?.records.slice(0, writers * chaptersEach + 1) ?? [];
    const before = records.map(({ acknowledged }) => acknowledged.size);
    await this.#whole(
      mustBecome('everyone can go on saving', answersWithinMs, () =>
        records.every(({ acknowledged }, index) => acknowledged.size > (before[index] ?? 0)),
      ),
    );
  }

  /** Waits a while until more lines have been stored since now. */
  async #speaking(): Promise<void> {
    const { progress } = this.summary.synthesis;
    const until = Date.now() + speakingPatienceMs;
    while (this.summary.synthesis.progress === progress && Date.now() < until) await sleep(20);
  }

  async #victim(wanted: KillKind | null): Promise<KillKind> {
    const kind = wanted ?? this.#random.pick(killKinds);
    const now = Date.now();
    if (kind === 'speech') {
      const patience = now + 40_000;
      while (this.#product.victims(kind).length === 0 && Date.now() < patience) await sleep(20);
      return this.#product.victims(kind).length > 0 ? kind : 'worker';
    }
    if (!kind.startsWith('postgres')) return kind;
    const recent = this.#databaseDeaths.filter((time) => now - time < databaseDeaths.withinMs);
    if (recent.length >= databaseDeaths.most) return 'web';
    this.#databaseDeaths.push(now);
    return kind;
  }

  /** Looks at everything; `resting` waits first until everyone has had an answer. */
  async #check(resting: boolean, again = false): Promise<void> {
    const stage = this.#stage;
    must(stage !== null, 'there is something to check');
    if (resting) await this.#whole(this.#gate.close(answersWithinMs));
    const told = stage.records.map(({ acknowledged }) => new Set(acknowledged.keys()));
    await this.#whole(
      lookInto(this.#product.dataDir, async (rows) => {
        for (const [index, record] of stage.records.entries())
          await checkSaves(rows, record, told[index] ?? new Set(), resting, this.#hashed);
        await checkCounters(rows, stage.novelId);
        await this.#sound.check(rows, stage.novelId, again);
      }),
    );
    this.summary.acknowledged = stage.records.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    this.summary.refused = stage.records.reduce((sum, { refused }) => sum + refused.size, 0);
    this.summary.rendered = this.#sound.rendered;
    this.summary.longestOrphanMs = this.#product.longestOrphanMs;
    if (resting) this.#gate.open();
  }

  /** The faults have stopped: what was begun comes to its end, and the product leaves nothing behind. */
  async #finish(): Promise<void> {
    const { tasks } = this.summary.synthesis;
    await this.#whole(
      mustBecome(
        'a task that was hit ends done',
        synthesisEndsWithinMs,
        () => this.summary.synthesis.tasks > tasks,
      ),
    );
    this.#end.abort();
    await this.#whole(Promise.all(this.#traffic).then(() => undefined));
    this.#hashed.clear();
    await this.#check(true, true);
    must(this.summary.wire.failures.length === 0, 'an outage is never an inner failure (500)', {
      failures: this.summary.wire.failures.slice(0, 10),
    });
    await this.#product.stop();
  }
}

/**
 * Runs the product under traffic and kills parts of it.
 * @throws Violation at the first promise that is not kept, after printing what was seen
 */
export const runCrashTest = (options: CrashOptions): Promise<CrashSummary> => new CrashRun(options).run();
