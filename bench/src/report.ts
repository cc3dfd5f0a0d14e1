import { short } from './figures.ts';
import type { Aim, Findings, Table } from './section.ts';

/** One part of the run, as it ended. */
export interface Outcome {
  readonly name: string;
  readonly seconds: number;
  readonly loadBefore: string;
  readonly loadAfter: string;
  readonly findings: Findings | null;
  /** Why there are no findings. */
  readonly failure: string | null;
}

/** What stands above the figures. */
export interface Heading {
  readonly date: string;
  readonly command: string;
  readonly machine: string;
  readonly versions: string;
  readonly quick: boolean;
}

/** One line on an aim, for the screen and the report. */
export const aimLine = ({ text, ratio, limit }: Aim): string =>
  `${ratio <= limit ? 'reached' : 'NOT reached'}: ${text} – measured ${short(ratio)}, aim ≤ ${short(limit)}`;

function tableText({ title, columns, rows }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [`**${title}**`, '', line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

function outcomeText({ name, seconds, loadBefore, loadAfter, findings, failure }: Outcome): string {
  const about = `${seconds.toFixed(0)} s; load average (1 / 5 min) before ${loadBefore}, after ${loadAfter}.`;
  if (findings === null) return `## ${name}\n\n${about}\n\nFAILED: ${failure ?? 'unknown'}`;
  return [
    `## ${findings.title}`,
    about,
    ...findings.tables.map(tableText),
    findings.aims.map((aim) => `- ${aimLine(aim)}`).join('\n'),
    findings.notes.map((note) => `- ${note}`).join('\n'),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

/** The whole report as Markdown. */
export function reportText(heading: Heading, outcomes: readonly Outcome[]): string {
  const aims = outcomes.flatMap(({ findings }) => findings?.aims ?? []);
  const reached = aims.filter(({ ratio, limit }) => ratio <= limit).length;
  return [
    '# Results',
    `Made by \`${heading.command}\`; do not edit. What each figure means: [README.md](README.md).`,
    [
      `- Date: ${heading.date}`,
      `- Machine: ${heading.machine}`,
      `- Versions: ${heading.versions}`,
      `- Aims reached: ${reached} of ${aims.length}`,
      ...(heading.quick ? ['- `--quick`: three repeats, a look and not figures to publish'] : []),
    ].join('\n'),
    'Figures are medians, with smallest and largest in brackets.',
    ...outcomes.map(outcomeText),
    '',
  ].join('\n\n');
}
