/** Downloads that were started in this tab and shall be saved when their file is ready. */
const awaited = new Set<string>();

/** Remembers a download that was just started. */
export function awaitExport(exportId: string): void {
  awaited.add(exportId);
}

/** Takes the records whose wait has ended off the list: those ready to be saved, and those that will never be. */
export function takeFinished<R extends { readonly id: string; readonly state: string }>(
  records: readonly R[],
): { ready: R[]; lost: R[] } {
  const ready: R[] = [];
  const lost: R[] = [];
  for (const record of records) {
    if (!awaited.has(record.id) || record.state === 'waiting' || record.state === 'running') continue;
    awaited.delete(record.id);
    (record.state === 'done' ? ready : lost).push(record);
  }
  return { ready, lost };
}
