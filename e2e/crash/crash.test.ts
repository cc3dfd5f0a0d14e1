import { expect, test } from 'vitest';
import { runCrashTest } from './crash-run.ts';

const linux = process.platform === 'linux';

test.runIf(linux)(
  'no acknowledged work is lost or done twice when parts of the product are killed',
  { timeout: 300_000 },
  async () => {
    const summary = await runCrashTest({
      rounds: ['worker', 'postgres', 'everything'],
      seed: 7,
      sentences: 12,
      whileSpeaking: 0,
      print: (line) => console.log(line),
      keep: false,
      stop: new AbortController().signal,
    });
    expect(summary.kills).toEqual({ worker: 1, postgres: 1, everything: 1 });
    expect(summary.acknowledged).toBeGreaterThan(0);
    expect(summary.synthesis.tasks).toBeGreaterThan(0);
    expect(summary.wire.failures).toEqual([]);
  },
);
