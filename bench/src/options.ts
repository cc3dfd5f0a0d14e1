import { parseArgs } from 'node:util';

/** The parts of the benchmark, in the order in which they run. */
export const sectionNames = ['editor', 'import', 'save', 'casting', 'synthesis'] as const;

/** The name of a part. */
export type SectionName = (typeof sectionNames)[number];

/** What the command line asks for. */
export interface Options {
  readonly sections: readonly SectionName[];
  /** Fewer repeats: a look, not figures to publish. */
  readonly quick: boolean;
}

const isSection = (name: string): name is SectionName => sectionNames.some((known) => known === name);

/** @throws Error that lists the options, for anything that is not one of them */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: { only: { type: 'string', multiple: true }, quick: { type: 'boolean', default: false } },
  });
  const asked = (values.only ?? []).flatMap((list) => list.split(',')).filter((name) => name !== '');
  const unknown = asked.filter((name) => !isSection(name));
  if (unknown.length > 0)
    throw new Error(`unknown part ${unknown.join(', ')}; --only takes ${sectionNames.join(', ')}`);
  const sections = asked.length === 0 ? sectionNames : sectionNames.filter((name) => asked.includes(name));
  return { sections, quick: values.quick };
}
