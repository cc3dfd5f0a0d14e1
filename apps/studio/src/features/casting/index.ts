export { startCasting } from './casting-client.ts';
export type { CastingClient } from './casting-client.ts';
export type { CastingAnswer } from './casting-messages.ts';
export { DiscoveredDialog } from './discovered-dialog.tsx';
export {
  candidateLabel,
  changedSuggestions,
  isNobody,
  isWaiting,
  ruleLabels,
  suggestionsByLine,
  sureSuggestions,
} from './suggestion-use.ts';
