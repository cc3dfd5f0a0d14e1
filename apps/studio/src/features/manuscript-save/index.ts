export { compareManuscripts, comparisonText } from './compare-manuscripts.ts';
export { CompareDialog } from './compare-dialog.tsx';
export { draftPlace, draftsOf, forgetDraft, keepDraft } from './draft-store.ts';
export type { Draft } from './draft-store.ts';
export { createSaver } from './manuscript-saver.ts';
export type { Saver } from './manuscript-saver.ts';
export { isUnsaved, openedAt } from './save-machine.ts';
export type { SaveState } from './save-machine.ts';
export { saveView } from './save-text.ts';
