// npm run crash-test -- [--rounds N] [--seed S] [--keep]: kills the product again and again under traffic.
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { runCrashTest } from './crash-run.ts';
import type { CrashSummary } from './crash-run.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    keep: { type: 'boolean', default: false },
  },
});
const rounds = Number(values.rounds);
const seed = Number(values.seed);
if (!Number.isInteger(rounds) || rounds < 1 || !Number.isInteger(seed)) {
  console.error('--rounds and --seed take whole numbers');
  process.exit(2);
}
if (process.platform !== 'linux') {
  console.error('the crash test reads /proc and runs on Linux only');
  process.exit(2);
}

function report({
  kills,
  readyMs,
  acknowledged,
  refused,
  wire,
  synthesis,
  rendered,
  longestOrphanMs,
}: CrashSummary): void {
  const sorted = readyMs.toSorted((a, b) => a - b);
  const kinds = Object.entries(kills).map(([kind, count]) => `${kind} ${count}`);
  console.log(`rounds ${rounds}, kills: ${kinds.join(', ')}`);
  console.log(
    `saves acknowledged ${acknowledged}, lost 0, duplicated 0; ${refused} refused to pages that had lost the lock`,
  );
  console.log(
    `requests without an answer ${wire.lost}, answered "recovering" ${wire.recovering}, inner failures 0`,
  );
  console.log(
    `synthesis: ${synthesis.tasks} tasks done, ${rendered} lines rendered once, longest task ${synthesis.longestMs} ms`,
  );
  console.log(
    `ready again: median ${sorted[Math.floor(sorted.length / 2)] ?? 0} ms, longest ${sorted.at(-1) ?? 0} ms`,
  );
  console.log(`processes left behind a killed supervisor: none after ${longestOrphanMs} ms`);
}

console.log(`seed ${seed}: npm run crash-test -- --rounds ${rounds} --seed ${seed}`);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
try {
  const plan = Array.from({ length: rounds }, () => null);
  const print = (line: string): void => console.log(line);
  report(
    await runCrashTest({
      rounds: plan,
      seed,
      sentences: 30,
      whileSpeaking: 0.7,
      print,
      keep: values.keep,
      stop: stop.signal,
    }),
  );
  process.exit(0);
} catch {
  process.exit(1);
}
