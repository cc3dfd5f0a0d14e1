import { expect, it } from 'vitest';
import { backAddress } from './back-address.ts';

const home = '/homepage/createnewproject/allproject';

it.each([
  [null, home],
  ['', home],
  ['https://evil.example/', home],
  ['//evil.example/', home],
  ['/\\evil.example/', home],
  ['/\t/evil.example/', home],
  ['/login?back=/tool/1/2', home],
  ['/tool/1/2?line=3', '/tool/1/2?line=3'],
])('%s leads to %s', (asked, target) => {
  expect(backAddress(asked)).toBe(target);
});
