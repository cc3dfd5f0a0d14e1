import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hotKeysOf, keyOfRole } from './hot-keys.ts';
import { keepOrder, orderRoles } from './order-roles.ts';
import { mainName, roleNames } from './role.ts';
import type { Role } from './role.ts';
import { searchRoles } from './search-roles.ts';

function role(id: string, names: readonly string[], more: Partial<Role> = {}): Role {
  return {
    id,
    className: id,
    name: JSON.stringify(names),
    sex: '',
    description: '',
    cv: '',
    timbre: '',
    rate: 1,
    pitch: 0,
    crewId: '',
    productNumber: '11111111-1111-4111-8111-111111111111',
    style: '',
    isTopping: 0,
    count: 0,
    distribution: 0,
    ...more,
  };
}

const cast = [
  role('noLine', ['（旁白）']),
  role('r1', ['祥子', '骆驼祥子'], { cv: '刘某' }),
  role('r2', ['虎妞'], { cv: '陈某' }),
  role('r3', ['刘四爷']),
];

test('finds by character, pinyin, initials, alias, and by voice actor only when asked', () => {
  const found = (query: string, withCv = false) => searchRoles(cast, query, withCv).map(mainName);
  expect(found('虎')).toEqual(['虎妞']);
  expect(found('huniu')).toEqual(['虎妞']);
  expect(found('hn')).toEqual(['虎妞']);
  expect(found('骆驼')).toEqual(['祥子']);
  expect(found('liu')).toEqual(['刘四爷']);
  expect(found('liu', true)).toEqual(['刘四爷', '祥子']);
  expect(found('')).toHaveLength(cast.length);
  expect(found('不存在')).toEqual([]);
});

test('a broken name list still shows something', () => {
  expect(roleNames({ name: '不是列表', className: 'c' })).toEqual(['不是列表']);
  expect(mainName({ name: '[]', className: 'c' })).toBe('[]');
});

test('pinned roles come first, then by first line or by voice actor', () => {
  const pinned = cast.map((one) => (one.id === 'r3' ? { ...one, isTopping: 1 as const } : one));
  const first = new Map([
    ['r2', 4],
    ['r1', 9],
  ]);
  expect(orderRoles(pinned, 'appearance', first).map(({ id }) => id)).toEqual(['r3', 'r2', 'r1', 'noLine']);
  expect(
    orderRoles(cast, 'cv', first)
      .map(({ id }) => id)
      .slice(0, 2),
  ).toEqual(['r2', 'r1']);
});

test('no two roles share a key, the novel’s choices hold, and suggestions keep 1 to 3', () => {
  const ids = fc.uniqueArray(fc.string({ minLength: 1, maxLength: 4 }), { maxLength: 60 });
  fc.assert(
    fc.property(ids, fc.dictionary(fc.constantFrom(...'4a1n'), fc.nat(59)), (roles, wishes) => {
      const chosen = Object.fromEntries(
        Object.entries(wishes).flatMap(([key, at]) => (roles[at] === undefined ? [] : [[key, roles[at]]])),
      );
      const keys = hotKeysOf(
        roles.map((id) => ({ id })),
        chosen,
      );
      for (const [key, id] of Object.entries(chosen)) expect(keys.get(key)).toBe(id);
      for (const free of ['1', '2', '3', 'a', 'b']) if (!(free in chosen)) expect(keys.has(free)).toBe(false);
      const unchosen = [...keys].filter(([key]) => !(key in chosen)).map(([, id]) => id);
      expect(new Set(unchosen).size).toBe(unchosen.length);
    }),
  );
});

test('narration has n, and a role’s shown key is one that leads to it', () => {
  const keys = hotKeysOf(cast, { '5': 'r2' });
  expect(keys.get('n')).toBe('noLine');
  expect([...keyOfRole(keys)]).toEqual([
    ['r2', '5'],
    ['noLine', 'n'],
    ['r1', '4'],
    ['r3', '6'],
  ]);
});

test('keeps rows where they are while a pointer is over them, and puts new roles behind', () => {
  const held = ['r3', 'noLine', 'r1'];
  expect(keepOrder(cast, held).map(({ id }) => id)).toEqual(['r3', 'noLine', 'r1', 'r2']);
});
