import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSpending } from './spending.ts';

const prices = { input: 100, output: 200 };
const million = { input: 1_000_000, output: 0 };

it('counts what replies tell and the bound for what they do not', async () => {
  const spending = createSpending(prices, null);
  await spending.reserve(million);
  spending.settle(million, { input: 500_000, output: 1_000_000 });
  expect(spending.usage()).toEqual({
    requests: 1,
    inputTokens: 500_000,
    outputTokens: 1_000_000,
    fen: 250,
    estimated: false,
  });
  await spending.reserve(million);
  spending.settle(million, { output: 0 });
  expect(spending.usage()).toMatchObject({ fen: 350, estimated: true });
  await spending.reserve(million);
  spending.settle(million, 'unbilled');
  expect(spending.usage()).toMatchObject({ requests: 3, fen: 350 });
});

it('waits for requests under way when only they stand between a request and the ceiling', async () => {
  const spending = createSpending(prices, 150);
  expect(await spending.reserve(million)).toBe(true);
  const second = spending.reserve(million);
  spending.settle(million, { input: 400_000, output: 0 });
  expect(await second).toBe(true);
  const third = spending.reserve(million);
  spending.settle(million, {});
  expect(await third).toBe(false);
});

it('never lets bounds that hold go over the ceiling', async () => {
  const request = fc.record({
    input: fc.nat(2_000_000),
    output: fc.nat(10_000),
    part: fc.double({ min: 0, max: 1, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(request, { maxLength: 20 }), fc.nat(1000), async (requests, ceiling) => {
      const spending = createSpending(prices, ceiling);
      await Promise.all(
        requests.map(async ({ part, ...bound }) => {
          if (!(await spending.reserve(bound))) return;
          await Promise.resolve();
          spending.settle(bound, { input: Math.floor(bound.input * part), output: bound.output });
        }),
      );
      expect(spending.usage().fen).toBeLessThanOrEqual(ceiling);
    }),
  );
});
