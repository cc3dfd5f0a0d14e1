import type { LineInfo } from '@huaben/manuscript';

/** Whether two current lines look the same to the panels. */
export function sameLine(one: LineInfo | null, other: LineInfo | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.lineId === other.lineId &&
    one.roleId === other.roleId &&
    one.kind === other.kind &&
    one.origin === other.origin
  );
}

/** Whether two maps hold the same. */
export function sameMap(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): boolean {
  if (one.size !== other.size) return false;
  for (const [key, value] of one) if (other.get(key) !== value) return false;
  return true;
}
