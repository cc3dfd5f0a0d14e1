// npm run --silent casting -- --in BOOK.txt [--roster ROSTER.json] --out LINES.json: marks who speaks every line of a book.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { markBook } from '@huaben/casting';
import { decodeText, TextImportError } from '@huaben/manuscript';
import { readRoster } from './cli-roster.ts';
import type { ReadRoster } from './cli-roster.ts';

// Most of what is read for a chapter dies young: collecting it early keeps a whole book far below 300 MB for a third more time.
setFlagsFromString('--max-semi-space-size=8');
setFlagsFromString('--optimize-for-size');

const USAGE = '用法：npm run --silent casting -- --in 小说.txt [--roster 角色表.json] --out 结果.json';

/** What the user has to put right; the message is Chinese. */
class UserError extends Error {}

interface Files {
  book: string;
  roster: string | null;
  out: string;
}

function filesOf(args: readonly string[]): Files {
  let values: { in?: string; roster?: string; out?: string };
  try {
    const options = { in: { type: 'string' }, roster: { type: 'string' }, out: { type: 'string' } } as const;
    ({ values } = parseArgs({ args: [...args], options }));
  } catch (error) {
    throw new UserError(`参数看不懂：${args.join(' ')}。${USAGE}`, { cause: error });
  }
  // npm runs scripts in the repository's root; names mean what they mean where npm was called.
  const place = (file: string): string => path.resolve(process.env['INIT_CWD'] ?? process.cwd(), file);
  if (values.in === undefined || values.out === undefined)
    throw new UserError(`缺少 ${values.in === undefined ? '--in' : '--out'}。${USAGE}`);
  const files = {
    book: place(values.in),
    roster: values.roster === undefined ? null : place(values.roster),
    out: place(values.out),
  };
  if (files.out === files.book || files.out === files.roster)
    throw new UserError(`${files.out}：结果会覆盖输入文件。请给 --out 换一个文件名。`);
  return files;
}

function bytesOf(file: string, what: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    const reason = code === 'ENOENT' ? '找不到' : code === 'EISDIR' ? '这是文件夹，不是' : '读不了';
    throw new UserError(`${file}：${reason}${what}。请检查路径和权限。`, { cause: error });
  }
}

function bookText(file: string): string {
  try {
    return decodeText(bytesOf(file, '小说文件')).text;
  } catch (error) {
    if (error instanceof TextImportError) throw new UserError(`${file}：${error.message}`, { cause: error });
    throw error;
  }
}

function rosterOf(file: string | null): ReadRoster {
  if (file === null) return { people: [], warnings: [] };
  const bytes = bytesOf(file, '角色表');
  try {
    return readRoster(bytes.toString('utf8'));
  } catch (error) {
    throw new UserError(`${file}：${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}

/** Readers see either the whole result or what was there before. */
function writeWhole(file: string, content: string): void {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    writeFileSync(draft, content);
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw new UserError(`${file}：结果写不进去。请检查文件夹是否存在、是否可写、磁盘是否已满。`, {
      cause: error,
    });
  }
}

try {
  const files = filesOf(process.argv.slice(2));
  const { people, warnings } = rosterOf(files.roster);
  for (const warning of warnings) console.error(`${files.roster ?? ''}：${warning}`);
  const marked = markBook({ text: bookText(files.book), roster: people });
  writeWhole(files.out, `${JSON.stringify(marked, null, 2)}\n`);
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
