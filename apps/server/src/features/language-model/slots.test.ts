import { expect, it } from 'vitest';
import { createSlots } from './slots.ts';

it('hands places on in the order of asking, and none to those who left', async () => {
  const slots = createSlots(1);
  const order: string[] = [];
  const release = await slots.take();
  const gone = new AbortController();
  const left = slots.take(gone.signal);
  const waiting = ['a', 'b'].map(async (name) => {
    const done = await slots.take();
    order.push(name);
    done?.();
  });
  gone.abort();
  expect(await left).toBeNull();
  expect(await slots.take(AbortSignal.abort())).toBeNull();
  release?.();
  await Promise.all(waiting);
  expect(order).toEqual(['a', 'b']);
  expect(await slots.take()).not.toBeNull();
});
