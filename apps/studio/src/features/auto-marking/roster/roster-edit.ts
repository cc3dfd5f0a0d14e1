import type { FoundName } from '../marking.types.ts';

/** A found character as the person means it: made, merged into a role, or left out. */
export interface RosterRow {
  /** The name under which it was found; stays through renaming. */
  readonly key: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly sex: FoundName['sex'];
  readonly lines: number;
  readonly mentions: number;
  readonly wanted: boolean;
  /** The existing role whose aliases the names become; null makes a new role. */
  readonly into: { readonly id: string; readonly name: string } | null;
}

/** The fields of a row that a person changes. */
export type RosterChange = Partial<Pick<RosterRow, 'name' | 'aliases' | 'sex' | 'wanted' | 'into'>>;

const unique = (names: readonly string[]): string[] => [...new Set(names)];

/**
 * The rows of what was found: names without a role, ticked when they speak, and names that add an alias
 * to a role. `namesOf` gives the names that a role has now.
 */
export function rosterRows(
  found: readonly FoundName[],
  namesOf: (roleId: string) => readonly string[],
): RosterRow[] {
  return found.flatMap(({ name, aliases, sex, lines, mentions, role }): RosterRow[] => {
    const row = { key: name, name, aliases, sex, lines, mentions };
    if (role === null) return [{ ...row, wanted: lines > 0, into: null }];
    if (role.discarded) return [];
    const known = new Set(namesOf(role.id));
    const missing = [name, ...aliases].filter((one) => !known.has(one));
    return missing.length === 0 ? [] : [{ ...row, wanted: true, into: { id: role.id, name: role.name } }];
  });
}

/** Whether there is anything new to look at. */
export const hasNews = (rows: readonly RosterRow[]): boolean => rows.some(({ wanted }) => wanted);

/** Ticks the characters with at least so many lines, and names that add an alias to a role. */
export const wantSpeaking = (rows: readonly RosterRow[], leastLines: number): RosterRow[] =>
  rows.map((row) => ({ ...row, wanted: row.lines >= leastLines || row.into !== null }));

/** A row changed. The text goes on calling a renamed one by the old name, which becomes an alias; no alias is the name. */
export function changeRow(rows: readonly RosterRow[], key: string, change: RosterChange): RosterRow[] {
  return rows.map((row) => {
    if (row.key !== key) return row;
    const next = { ...row, ...change };
    const names = next.name === row.name ? next.aliases : [row.name, ...next.aliases];
    return { ...next, aliases: unique(names).filter((alias) => alias !== next.name) };
  });
}

/** Rows that are one character: the first takes the others' names as aliases, their lines and what it lacks. */
export function joinRows(rows: readonly RosterRow[], keys: ReadonlySet<string>): RosterRow[] {
  const together = rows.filter((row) => keys.has(row.key));
  const [first] = together;
  if (first === undefined || together.length < 2) return [...rows];
  const names = unique(together.flatMap(({ name, aliases }) => [name, ...aliases]));
  const joined: RosterRow = {
    ...first,
    aliases: names.filter((name) => name !== first.name),
    sex: together.find(({ sex }) => sex !== '')?.sex ?? '',
    lines: together.reduce((sum, { lines }) => sum + lines, 0),
    mentions: together.reduce((sum, { mentions }) => sum + mentions, 0),
    wanted: true,
    into: together.find(({ into }) => into !== null)?.into ?? null,
  };
  return rows.flatMap((row) => (row.key === first.key ? [joined] : keys.has(row.key) ? [] : [row]));
}

/** Two wanted new roles with the same name cannot both be made: those names. */
export function doubledNames(rows: readonly RosterRow[]): string[] {
  const seen = new Set<string>();
  const doubled = new Set<string>();
  for (const row of rows) {
    if (!row.wanted || row.into !== null) continue;
    for (const name of [row.name, ...row.aliases]) {
      if (seen.has(name)) doubled.add(name);
      seen.add(name);
    }
  }
  return [...doubled];
}
