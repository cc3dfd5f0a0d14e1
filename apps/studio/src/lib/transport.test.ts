import { expect, it } from 'vitest';
import { buildRequest, dispositionName } from './transport.ts';

it('puts the present fields of a GET into the query', () => {
  const { url, init } = buildRequest(
    { method: 'GET', path: 'product/search' },
    { name: '呐喊&x', genre: undefined, order: 0 },
    undefined,
  );
  expect(url).toBe('/api/baseapp/product/search?name=%E5%91%90%E5%96%8A%26x&order=0');
  expect(init.body).toBeUndefined();
});

it('sends JSON for a POST, with null kept and undefined left out', () => {
  const { init } = buildRequest(
    { method: 'POST', path: 'product/edit' },
    { genre: null, name: undefined, id: '1' },
    undefined,
  );
  expect(init.headers['content-type']).toBe('application/json');
  expect(init.body).toBe('{"genre":null,"id":"1"}');
});

it('sends fields before files', () => {
  const file = new Blob(['x']);
  const { init } = buildRequest(
    { method: 'POST', path: 'chapter/upload/add' },
    { productId: '1', splitLong: '1' },
    { file },
  );
  expect(init.body).toBeInstanceOf(FormData);
  expect([...(init.body as FormData).keys()]).toEqual(['productId', 'splitLong', 'file']);
  expect(init.headers['content-type']).toBeUndefined();
});

it.each([
  [null, null],
  ['attachment', null],
  ['attachment; filename="a.m4b"', 'a.m4b'],
  [`attachment; filename="x.m4b"; filename*=UTF-8''%E5%91%90%E5%96%8A.m4b`, '呐喊.m4b'],
  [`attachment; filename*=UTF-8''%E5%9`, null],
])('reads the name in %s', (header, name) => {
  expect(dispositionName(header)).toBe(name);
});
