import { ImportWatch, useRunningImports } from './import-runs.ts';

/** Watches every running import of this tab; stands above all signed-in pages. */
export function ImportWatches() {
  return useRunningImports().map((importId) => <ImportWatch key={importId} importId={importId} />);
}
