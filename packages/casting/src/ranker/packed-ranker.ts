import type { LineCategory } from '../types.ts';
import type { Curve } from './calibration.ts';
import type { Transitions } from './decode.ts';

/** A ranker as text, the way training writes it. */
export interface PackedRanker {
  local: string;
  final: string;
  transitions: Transitions;
  /** How often a chance is right, by the category of the line; `wording` for 非对白. */
  curves: Readonly<Record<Exclude<LineCategory, null> | 'wording', Curve>>;
}
