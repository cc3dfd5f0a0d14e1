import type { BookPerson } from '@huaben/casting';
import { z } from 'zod';

const SEXES = { male: 'male', female: 'female' } as const;

const person = z.strictObject(
  {
    name: z.string('应为文字').trim().min(1, '不能为空'),
    aliases: z.array(z.string('应为文字').trim().min(1, '不能为空'), '应为数组，没有别名就写 []'),
    sex: z.enum(SEXES, '应为 "male"、"female" 或 null').nullable(),
  },
  {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `多了字段 ${issue.keys.join('、')}，请删去`
        : '应为 {name, aliases, sex}',
  },
);

/** A roster that was read, with aliases that had to be left out because two people share them. */
export interface ReadRoster {
  people: BookPerson[];
  warnings: string[];
}

/** Reads a roster file's JSON. Throws an Error whose message says in Chinese where it is wrong and what to do. */
export function readRoster(json: string): ReadRoster {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`不是合法的 JSON（${reason}）。请检查逗号、引号和括号是否配对。`, { cause: error });
  }
  const read = z.array(person, '最外层应为数组').safeParse(value);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new Error(
      `${placeOf(issue?.path ?? [])}${issue?.message ?? '格式不对'}。` +
        '请改成 [{"name": "主名", "aliases": ["别名"], "sex": "male"}] 这样的格式。',
    );
  }
  return withoutSharedNames(read.data);
}

function placeOf(path: readonly PropertyKey[]): string {
  const [index, field, item] = path;
  if (typeof index !== 'number') return '';
  const fieldName = field === undefined ? '' : `的 ${String(field)}`;
  return `第 ${index + 1} 个角色${fieldName}${typeof item === 'number' ? ` 第 ${item + 1} 项` : ''}：`;
}

function withoutSharedNames(people: readonly BookPerson[]): ReadRoster {
  const mains = new Map<string, number>();
  people.forEach(({ name }, index) => {
    const earlier = mains.get(name);
    if (earlier !== undefined) {
      throw new Error(
        `第 ${earlier + 1} 个和第 ${index + 1} 个角色都叫“${name}”。请合并成一个，或给其中一个换个主名。`,
      );
    }
    mains.set(name, index);
  });
  const owners = new Map<string, Set<string>>();
  for (const { name, aliases } of people) {
    for (const alias of aliases) owners.set(alias, (owners.get(alias) ?? new Set<string>()).add(name));
  }
  const shared = [...owners].filter(
    ([alias, names]) => names.size > 1 || (mains.has(alias) && !names.has(alias)),
  );
  const dropped = new Set(shared.map(([alias]) => alias));
  return {
    people: people.map(({ name, aliases, sex }) => ({
      name,
      aliases: [...new Set(aliases)].filter((alias) => alias !== name && !dropped.has(alias)),
      sex,
    })),
    warnings: shared.map(
      ([alias, names]) =>
        `别名“${alias}”分不清是谁（${[...names, ...(mains.has(alias) ? [alias] : [])].join('、')}），这次没有使用。`,
    ),
  };
}
