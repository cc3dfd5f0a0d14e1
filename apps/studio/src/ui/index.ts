export { confirmDanger, toast } from './messages.ts';
export { EmptyState } from './empty-state.tsx';
export { ErrorState } from './error-state.tsx';
export { PageFrame } from './page-frame.tsx';
export type { Crumb } from './page-frame.tsx';
export { ProgressRow } from './progress-row.tsx';
export { SkeletonRows } from './skeleton-rows.tsx';
