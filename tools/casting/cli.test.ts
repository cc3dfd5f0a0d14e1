import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeText } from '@huaben/manuscript';
import { z } from 'zod';

const NAHAN = path.resolve(import.meta.dirname, '../../packages/manuscript/src/fixtures/nahan.txt');
const STORY = [
  '第一章 夜雨',
  '',
  '陆衍推开门。陆衍说：“下雨了。”',
  '“带伞没有？”苏晚晴问。',
  '「没带。」陆衍低声说道。',
  '门上贴着“福”字。',
  '第二章 早晨',
  '苏晚晴笑道：“早。”',
].join('\n');

const lineSchema = z.strictObject({
  start: z.number(),
  end: z.number(),
  text: z.string(),
  speaker: z.string(),
  confidence: z.number().min(0).max(1),
  category: z.enum(['explicit', 'implicit', 'latent']).nullable(),
  candidates: z.array(z.strictObject({ speaker: z.string(), probability: z.number() })).max(3),
  evidence: z.string().nullable(),
});
const resultSchema = z.strictObject({
  roster: z.array(
    z.strictObject({
      name: z.string(),
      aliases: z.array(z.string()),
      sex: z.enum(['male', 'female']).nullable(),
      lines: z.number(),
    }),
  ),
  lines: z.array(lineSchema),
});

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'casting-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function put(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

function run(...args: string[]): { status: number | null; stderr: string } {
  const cli = path.join(import.meta.dirname, 'cli.ts');
  const { status, stderr } = spawnSync(process.execPath, [cli, ...args], { encoding: 'utf8', cwd: folder });
  return { status, stderr };
}

function mark(book: string, ...more: string[]): z.infer<typeof resultSchema> {
  const out = path.join(folder, 'lines.json');
  const { status, stderr } = run('--in', book, '--out', out, ...more);
  expect([status, stderr]).toEqual([0, '']);
  return resultSchema.parse(JSON.parse(readFileSync(out, 'utf8')));
}

/** Text as GBK: the two-byte codes that the platform's decoder knows, turned round. */
function gbk(text: string): Uint8Array {
  const decoder = new TextDecoder('gbk');
  const codes = new Map<string, [number, number]>();
  for (let lead = 0x81; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) {
      codes.set(decoder.decode(Uint8Array.of(lead, trail)), [lead, trail]);
    }
  }
  return Uint8Array.from([...text].flatMap((char) => codes.get(char) ?? [char.charCodeAt(0)]));
}

describe('casting command', () => {
  it.each([
    ['a whole collection', () => readFileSync(NAHAN)],
    ['GBK with CRLF', () => gbk(STORY.repeat(20).replaceAll('\n', '\r\n'))],
    ['UTF-8 with a byte order mark', () => `\uFEFF${STORY}`],
    ['straight and unbalanced marks', () => '他说："走。"\n“没有\n老李道：“来。\n\n老李又道：“好。”'],
    ['no chapters and no quotations', () => '从前有一座山。'],
  ])('gives quotations at their places in the decoded text: %s', (_, bytes) => {
    const book = put('book.txt', bytes());
    const { lines, roster } = mark(book);
    const decoded = decodeText(readFileSync(book)).text;
    const speakers = new Set(['匿名', '群体', '非对白', ...roster.map((person) => person.name)]);
    for (const line of lines) {
      expect(decoded.slice(line.start, line.end)).toBe(line.text);
      expect(speakers).toContain(line.speaker);
    }
    expect(lines.map((line) => line.start)).toEqual(lines.map((line) => line.start).sort((a, b) => a - b));
    expect(roster.reduce((sum, person) => sum + person.lines, 0)).toBe(
      lines.filter((line) => roster.some(({ name }) => name === line.speaker)).length,
    );
  });

  it('uses the names of the roster and adds whom it lacks', () => {
    const roster = put('roster.json', JSON.stringify([{ name: '陆总', aliases: ['陆衍'], sex: 'male' }]));
    const { lines, roster: people } = mark(put('book.txt', STORY), '--roster', roster);
    expect(lines.map((line) => line.speaker)).toEqual(['陆总', '苏晚晴', '陆总', '非对白', '苏晚晴']);
    expect(people.map(({ name, lines: own }) => [name, own])).toEqual([
      ['陆总', 2],
      ['苏晚晴', 2],
    ]);
    expect(lines[0]?.evidence).toContain('陆衍说');
  });

  it.each([
    ['a zip file', Uint8Array.of(0x50, 0x4b, 3, 4, 1, 2, 3), null, '压缩'],
    ['an empty file', '', null, '没有文字'],
    ['a roster that is no JSON', STORY, '[{', '不是合法的 JSON'],
    ['a roster with a wrong sex', STORY, '[{"name":"甲","aliases":[],"sex":"男"}]', '第 1 个角色的 sex'],
    ['a roster without aliases', STORY, '[{"name":"甲","sex":null}]', '第 1 个角色的 aliases'],
    [
      'two people of one name',
      STORY,
      '[{"name":"甲","aliases":[],"sex":null},{"name":"甲","aliases":[],"sex":null}]',
      '都叫“甲”',
    ],
  ])('refuses %s and writes nothing', (_, book, roster, message) => {
    const args = ['--in', put('book.txt', book), '--out', path.join(folder, 'lines.json')];
    if (roster !== null) args.push('--roster', put('roster.json', roster));
    const before = readdirSync(folder);
    const { status, stderr } = run(...args);
    expect(status).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(roster === null ? 'book.txt' : 'roster.json');
    expect(readdirSync(folder)).toEqual(before);
  });

  it('refuses missing files, missing arguments and a folder that does not exist', () => {
    const book = put('book.txt', STORY);
    expect(run('--in', path.join(folder, 'no.txt'), '--out', 'x.json').stderr).toContain('找不到小说文件');
    expect(run('--in', book)).toMatchObject({ status: 2 });
    expect(run('--in', book, '--out', path.join(folder, 'no/x.json'))).toMatchObject({ status: 2 });
    expect(run('--in', book, '--out', book).stderr).toContain('覆盖');
    expect(existsSync(path.join(folder, 'x.json'))).toBe(false);
    expect(readFileSync(book, 'utf8')).toBe(STORY);
  });

  it('leaves out an alias that two people share, and says so', () => {
    const people = ['陆衍', '陆明'].map((name) => ({ name, aliases: ['陆总'], sex: null }));
    const out = path.join(folder, 'lines.json');
    const { status, stderr } = run(
      '--in',
      put('b.txt', STORY),
      '--roster',
      put('r.json', JSON.stringify(people)),
      '--out',
      out,
    );
    expect(status).toBe(0);
    expect(stderr).toContain('别名“陆总”');
  });
});
