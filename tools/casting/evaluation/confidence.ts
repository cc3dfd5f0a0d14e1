import { defaultMarkingThreshold } from '@huaben/contract';
import type { Answer } from './answer.ts';

/** How far a marker may be trusted by its own confidence. */
export interface Coverage {
  /** Largest share of lines, by falling confidence, that is right at the wanted precision. */
  reached: number;
  /** Confidence of the last of these lines; null when there are none. */
  threshold: number | null;
  /** Share of lines that the studio marks at once by its usual bar, and how many of them are right. */
  accepted: number;
  acceptedPrecision: number | null;
}

/** Lines of one tenth of the confidence scale. */
export interface ReliabilityBin {
  from: number;
  to: number;
  n: number;
  meanConfidence: number | null;
  accuracy: number | null;
}

const PRECISION = 0.97;

/** Coverage at a cumulative precision of 97 %; lines of equal confidence are taken or left together. */
export function coverageOf(answers: readonly Answer[]): Coverage {
  const ordered = [...answers].sort((a, b) => b.confidence - a.confidence);
  let right = 0;
  let reached = 0;
  let threshold: number | null = null;
  ordered.forEach((answer, i) => {
    if (answer.right) right++;
    if (ordered[i + 1]?.confidence === answer.confidence) return;
    if (right / (i + 1) < PRECISION) return;
    reached = (i + 1) / ordered.length;
    threshold = answer.confidence;
  });
  const accepted = answers.filter((answer) => answer.confidence >= defaultMarkingThreshold);
  return {
    reached,
    threshold,
    accepted: answers.length === 0 ? 0 : accepted.length / answers.length,
    acceptedPrecision:
      accepted.length === 0 ? null : accepted.filter((one) => one.right).length / accepted.length,
  };
}

/** Ten bins of confidence with what was promised and what was right. */
export function reliability(answers: readonly Answer[]): ReliabilityBin[] {
  return Array.from({ length: 10 }, (_, k) => {
    const own = answers.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === k);
    const mean = (value: (answer: Answer) => number): number | null =>
      own.length === 0 ? null : own.reduce((sum, one) => sum + value(one), 0) / own.length;
    return {
      from: k / 10,
      to: (k + 1) / 10,
      n: own.length,
      meanConfidence: mean((one) => one.confidence),
      accuracy: mean((one) => (one.right ? 1 : 0)),
    };
  });
}
