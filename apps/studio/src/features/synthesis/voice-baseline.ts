import type { Role } from '../cast/index.ts';

type Settings = Pick<Role, 'id' | 'timbre' | 'rate' | 'pitch'>;
/** The voice settings with which a version was rendered: role id → settings. */
export type Baseline = Readonly<Record<string, string>>;

/** The voice settings of a cast, to be compared later. */
export function baselineOf(roles: readonly Settings[]): Baseline {
  return Object.fromEntries(
    roles.map(({ id, timbre, rate, pitch }) => [id, JSON.stringify([timbre, rate, pitch])]),
  );
}

/** The roles whose voice settings differ from the baseline; roles that it does not know have not changed. */
export function changedRoles(baseline: Baseline, roles: readonly Settings[]): ReadonlySet<string> {
  const now = baselineOf(roles);
  return new Set(Object.keys(now).filter((id) => baseline[id] !== undefined && baseline[id] !== now[id]));
}

const storageKey = (versionId: string): string => `huaben.voices.${versionId}`;

/** Remembers, for this tab, the settings with which a version is up to date. */
export function keepBaseline(versionId: string, baseline: Baseline): void {
  try {
    sessionStorage.setItem(storageKey(versionId), JSON.stringify(baseline));
  } catch {
    // Without storage the page shows the count of lines to render, but not which.
  }
}

/** The remembered settings of a version, or null. */
export function recallBaseline(versionId: string): Baseline | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKey(versionId)) ?? 'null');
    return typeof kept === 'object' && kept !== null && !Array.isArray(kept) ? (kept as Baseline) : null;
  } catch {
    return null;
  }
}
