// npm run bench -- [--only editor|import|save|casting|synthesis] [--quick]
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { castingSection } from './src/casting.ts';
import { closeWhenStopped, createClosing } from './src/closing.ts';
import { editorSection } from './src/editor/section.ts';
import { importSection } from './src/import.ts';
import { loadLine, machineLine, versionLine } from './src/machine.ts';
import { readOptions } from './src/options.ts';
import type { SectionName } from './src/options.ts';
import { aimLine, reportText } from './src/report.ts';
import type { Outcome } from './src/report.ts';
import { saveSection } from './src/save.ts';
import type { Bench, Section } from './src/section.ts';
import { synthesisSection } from './src/synthesis.ts';
import { within } from './src/waiting.ts';

const sections: Readonly<Record<SectionName, { run: Section; mostMinutes: number }>> = {
  editor: { run: editorSection, mostMinutes: 60 },
  import: { run: importSection, mostMinutes: 10 },
  save: { run: saveSection, mostMinutes: 10 },
  casting: { run: castingSection, mostMinutes: 10 },
  synthesis: { run: synthesisSection, mostMinutes: 30 },
};

async function outcomeOf(name: SectionName, bench: Bench): Promise<Outcome> {
  const loadBefore = loadLine();
  const start = performance.now();
  console.log(`▸ ${name} (load ${loadBefore})`);
  const end = (findings: Outcome['findings'], failure: string | null): Outcome => {
    const seconds = (performance.now() - start) / 1000;
    return { name, seconds, loadBefore, loadAfter: loadLine(), findings, failure };
  };
  try {
    const { run, mostMinutes } = sections[name];
    const findings = await within(mostMinutes * 60_000, name, run(bench));
    for (const aim of findings.aims) console.log(`  ${aimLine(aim)}`);
    return end(findings, null);
  } catch (error) {
    console.error(error);
    return end(null, error instanceof Error ? error.message : String(error));
  } finally {
    // What a part left open must not run beside the next one.
    await bench.closing.closeAll();
  }
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const closing = createClosing();
  closeWhenStopped(closing);
  const date = new Date().toISOString();
  const artifacts = path.join(import.meta.dirname, 'artifacts');
  mkdirSync(artifacts, { recursive: true });
  const raw = path.join(artifacts, `${date.replaceAll(':', '-')}.jsonl`);
  const command = ['npm run bench', ...process.argv.slice(2)].join(' ').replace('bench --', 'bench -- --');
  const heading = { date, command, machine: machineLine(), versions: versionLine(), quick: options.quick };
  appendFileSync(raw, `${JSON.stringify(heading)}\n`);

  const outcomes: Outcome[] = [];
  for (const name of options.sections) {
    const scratch = mkdtempSync(path.join(tmpdir(), `huaben-bench-${name}-`));
    closing.add('scratch folder', () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 }));
    const outcome = await outcomeOf(name, {
      quick: options.quick,
      closing,
      scratch,
      serverLog: path.join(artifacts, `${name}.server.log`),
      keep: (sample) => appendFileSync(raw, `${JSON.stringify({ section: name, ...sample })}\n`),
      say: (line) => console.log(line),
    });
    outcomes.push(outcome);
  }

  const whole = options.sections.length === Object.keys(sections).length;
  // A part alone, or in a hurry, must not take the place of the published figures.
  const report =
    whole && !options.quick
      ? path.join(import.meta.dirname, 'RESULTS.md')
      : path.join(artifacts, `RESULTS.${options.sections.join('-')}.md`);
  const style = await resolveConfig(import.meta.filename);
  writeFileSync(report, await format(reportText(heading, outcomes), { ...style, parser: 'markdown' }));
  console.log(
    `figures: ${path.relative(process.cwd(), report)}, samples: ${path.relative(process.cwd(), raw)}`,
  );
  process.exit(outcomes.some(({ failure }) => failure !== null) ? 1 : 0);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
