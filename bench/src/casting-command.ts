import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

const cli = path.join(import.meta.dirname, '../../tools/casting/cli.ts');

/** Has the process tell at its end the most memory it ever held, in KiB. */
const tellMemory = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => console.error('maxRSS', process.resourceUsage().maxRSS));",
)}`;

/** One run of the command: milliseconds from start to end, and the most resident memory in MB. */
export interface CommandRun {
  readonly ms: number;
  readonly megabytes: number;
}

/** Marks a text without roles by the command that people use; throws when it fails or writes nothing. */
export async function runCastingCommand(text: string, folder: string): Promise<CommandRun> {
  const book = path.join(folder, 'book.txt');
  const out = path.join(folder, `lines-${text.length}.json`);
  await writeFile(book, text);
  const start = performance.now();
  const said = await new Promise<string>((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', tellMemory, cli, '--in', book, '--out', out], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let words = '';
    child.stderr.setEncoding('utf8').on('data', (part: string) => (words += part));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(words);
      else reject(new Error(`the command ended with ${code}: ${words}`));
    });
  });
  const ms = performance.now() - start;
  const kibibytes = Number(/^maxRSS (\d+)$/m.exec(said)?.[1] ?? NaN);
  if (!(kibibytes > 0) || statSync(out).size === 0) throw new Error(`the command told nothing: ${said}`);
  return { ms, megabytes: kibibytes / 1024 };
}
