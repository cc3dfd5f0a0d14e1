import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from './random.ts';

test('a seed gives the same numbers again, another stream gives others', () => {
  fc.assert(
    fc.property(fc.integer(), fc.nat(100), (seed, stream) => {
      const numbers = (of: number): number[] => {
        const random = seededRandom(seed, of);
        return Array.from({ length: 8 }, () => random.next());
      };
      expect(numbers(stream)).toEqual(numbers(stream));
      expect(numbers(stream)).not.toEqual(numbers(stream + 1));
      expect(numbers(stream).every((number) => number >= 0 && number < 1)).toBe(true);
    }),
  );
});

test('whole numbers stay within both ends', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: -50, max: 50 }), fc.nat(20), (seed, from, more) => {
      const number = seededRandom(seed, 0).int(from, from + more);
      expect(Number.isInteger(number) && number >= from && number <= from + more).toBe(true);
    }),
  );
});
