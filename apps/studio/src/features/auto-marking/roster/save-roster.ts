import { failureText } from '../../../lib/api.ts';
import { addAliases, createRole } from '../../cast/index.ts';
import type { RosterRow } from './roster-edit.ts';

/** How the making of roles went. */
export interface RosterOutcome {
  /** Keys of the rows that are roles now. */
  readonly made: ReadonlySet<string>;
  readonly failures: readonly { readonly name: string; readonly reason: string }[];
}

/** Makes the wanted rows roles, or aliases of roles, one after another; a refusal stops only its own row. */
export async function saveRoster(
  novelId: string,
  rows: readonly RosterRow[],
  onStep: (done: number) => void,
): Promise<RosterOutcome> {
  const made = new Set<string>();
  const failures: { name: string; reason: string }[] = [];
  let done = 0;
  for (const row of rows) {
    const names = [row.name, ...row.aliases];
    try {
      if (row.into === null)
        await createRole(novelId, { names, sex: row.sex, description: '', cv: '', style: null });
      else if (!(await addAliases(novelId, row.into.id, names))) {
        failures.push({ name: row.name, reason: `角色「${row.into.name}」已不在，请改归到别的角色` });
        continue;
      }
      made.add(row.key);
    } catch (error) {
      failures.push({ name: row.name, reason: failureText(error) });
    } finally {
      done += 1;
      onStep(done);
    }
  }
  return { made, failures };
}
