import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreement } from './agreement.ts';

describe('agreement', () => {
  it('gives the textbook value', () => {
    const pairs = [
      ...Array.from({ length: 20 }, () => ['甲', '甲'] as const),
      ...Array.from({ length: 5 }, () => ['甲', '乙'] as const),
      ...Array.from({ length: 10 }, () => ['乙', '甲'] as const),
      ...Array.from({ length: 15 }, () => ['乙', '乙'] as const),
    ];
    const { raw, kappa } = agreement(pairs);
    expect(raw).toBeCloseTo(0.7, 10);
    expect(kappa).toBeCloseTo(0.4, 10);
  });

  it('has no value without quotes, nor for a single label', () => {
    expect(agreement([])).toEqual({ n: 0, raw: null, kappa: null });
    expect(agreement([['甲', '甲']])).toEqual({ n: 1, raw: 1, kappa: null });
  });

  it('is at most one, never above the raw share, and blind to who came first', () => {
    const label = fc.constantFrom('甲', '乙', '丙');
    fc.assert(
      fc.property(fc.array(fc.tuple(label, label), { minLength: 1 }), (pairs) => {
        const { raw, kappa } = agreement(pairs);
        const swapped = agreement(pairs.map(([a, b]) => [b, a] as const));
        if (kappa === null) return;
        expect(kappa).toBeLessThanOrEqual((raw ?? 0) + 1e-12);
        expect(swapped.kappa).toBeCloseTo(kappa, 10);
      }),
    );
  });
});
