export type { Curve } from './calibration.ts';
export type { Transitions } from './decode.ts';
export type { Forest } from './forest.ts';
export type { Ranker, Ranking } from './ranking.ts';
export type { PackedRanker } from './packed-ranker.ts';
