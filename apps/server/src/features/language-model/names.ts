import type { SpeakerRequest } from './speaker-question.ts';

/** How names are shown to the model. */
export interface Naming {
  /** Text as it is sent. */
  text(text: string): string;
  /** A candidate as it is offered. */
  candidate(name: string): string;
}

const mostAliases = 6;
const longestName = 40;

const plain = (name: string): string => name.replaceAll(/\s+/g, ' ').slice(0, longestName).toWellFormed();

const openNaming = (aliases: ReadonlyMap<string, readonly string[]>): Naming => ({
  text: (text) => text,
  candidate: (name) => {
    const others = (aliases.get(name) ?? []).slice(0, mostAliases).map(plain);
    return others.length === 0 ? plain(name) : `${plain(name)}（又称${others.join('、')}）`;
  },
});

/**
 * Names as [C0], [C1] …: aliases share the number of their character, a name that several bear gets one
 * of its own. Names of one character stay in the text: 我 or 王 are mostly not the name.
 */
function hiddenNaming(mains: readonly string[], aliases: ReadonlyMap<string, readonly string[]>): Naming {
  const owners = new Map<string, Set<string>>();
  for (const main of mains)
    for (const name of [main, ...(aliases.get(main) ?? [])])
      owners.set(name, (owners.get(name) ?? new Set()).add(main));
  const labels = new Map(mains.map((main, index) => [main, `[C${index}]`]));
  for (const [name, bearers] of owners) {
    if (labels.has(name)) continue;
    const [only] = bearers;
    labels.set(name, (bearers.size === 1 && only !== undefined && labels.get(only)) || `[C${labels.size}]`);
  }
  const inText = [...labels.keys()].filter((name) => name.length > 1).sort((a, b) => b.length - a.length);
  const pattern =
    inText.length === 0
      ? null
      : new RegExp(inText.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|'), 'g');
  return {
    text: (text) => (pattern ? text.replaceAll(pattern, (name) => labels.get(name) ?? name) : text),
    candidate: (name) => labels.get(name) ?? plain(name),
  };
}

/** The naming that a request asks for. */
export function namingOf({
  lines,
  aliases = new Map(),
  anonymise = false,
}: Pick<SpeakerRequest, 'lines' | 'aliases' | 'anonymise'>): Naming {
  if (!anonymise) return openNaming(aliases);
  const mains = new Set([...lines.flatMap((line) => line.candidates), ...aliases.keys()]);
  return hiddenNaming([...mains].filter(Boolean), aliases);
}

/** Whether two names are of one character, as far as the aliases tell. */
export const samePerson = (
  one: string,
  other: string,
  aliases: ReadonlyMap<string, readonly string[]> = new Map(),
): boolean =>
  one === other ||
  (aliases.get(one)?.includes(other) ?? false) ||
  (aliases.get(other)?.includes(one) ?? false);
