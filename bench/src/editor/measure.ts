import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import type { CDPSession, Page } from 'playwright-core';
import type { Closing } from '../closing.ts';
import type { GeneratedChapter } from '../generate-chapter.ts';
import { within } from '../waiting.ts';
import './bench-editor.ts';
import { installProbe } from './probe.ts';

/** Debian's browser, and what keeps it from doing anything beside our page. */
export const chromiumPath = '/usr/bin/chromium';
const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const warmUpKeys = 5;
const timedKeys = 60;
const idleMs = 40;
/** After this long no more keys are pressed: slow editors get fewer. */
const mostKeysMs = 30_000;
const leastKeys = 20;
/** Work that an editor puts off (drafts, figures) is its work too. */
const settleMs = 1200;
const mostMs = 180_000;

/** One editor with one chapter in a browser of its own; milliseconds. */
export interface EditorSample {
  readonly loadMs: number;
  readonly keyMs: readonly number[];
  /** Main-thread time of the page per key, whenever it was spent. */
  readonly keyCpuMs: number;
}

async function press(session: CDPSession): Promise<void> {
  const key = { key: 'a', code: 'KeyA', windowsVirtualKeyCode: 65, nativeVirtualKeyCode: 65 };
  await session.send('Input.dispatchKeyEvent', { type: 'keyDown', text: 'a', ...key });
  await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key });
}

async function taskSeconds(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const value = metrics.find(({ name }) => name === 'TaskDuration')?.value;
  if (value === undefined) throw new Error('the browser does not tell TaskDuration');
  return value;
}

const probeOf = (page: Page) => ({
  load: () => page.evaluate(() => window.benchProbe?.load() ?? NaN),
  start: () => page.evaluate(() => window.benchProbe?.start()),
  key: () => page.evaluate(() => window.benchProbe?.key() ?? NaN),
  focusMiddle: () => page.evaluate(() => window.huabenBench?.focusMiddle()),
  text: () => page.evaluate(() => window.huabenBench?.text() ?? ''),
});

/** What the text must be after `count` times the letter a in the middle of the middle paragraph. */
function typedInto({ text }: GeneratedChapter, count: number): string {
  const paragraphs = text.split('\n');
  const middle = Math.floor(paragraphs.length / 2);
  const before = paragraphs[middle] ?? '';
  const at = Math.floor(before.length / 2);
  paragraphs[middle] = before.slice(0, at) + 'a'.repeat(count) + before.slice(at);
  return paragraphs.join('\n');
}

async function measurePage(page: Page, url: string, chapter: GeneratedChapter): Promise<EditorSample> {
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.setDefaultTimeout(mostMs);
  await page.goto(url);
  await page.waitForFunction(() => window.huabenBench !== undefined);
  await page.evaluate(installProbe);
  await page.evaluate((html) => {
    window.benchHtml = html;
  }, chapter.html);
  await pause(300);
  const probe = probeOf(page);
  const loadMs = await probe.load();
  if ((await probe.text()) !== chapter.text) throw new Error(`${url} shows another text than it was given`);
  await probe.focusMiddle();
  await pause(settleMs);

  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await probe.start();
  const timedKey = async (): Promise<number> => {
    const shown = probe.key();
    await press(session);
    const ms = await shown;
    await pause(idleMs);
    return ms;
  };
  for (let count = 0; count < warmUpKeys; count += 1) await timedKey();
  await pause(settleMs);
  const cpuBefore = await taskSeconds(session);
  const keyMs: number[] = [];
  const end = performance.now() + mostKeysMs;
  while (keyMs.length < timedKeys && (keyMs.length < leastKeys || performance.now() < end))
    keyMs.push(await timedKey());
  await pause(settleMs);
  const keyCpuMs = (((await taskSeconds(session)) - cpuBefore) * 1000) / keyMs.length;
  if ((await probe.text()) !== typedInto(chapter, warmUpKeys + keyMs.length))
    throw new Error(`${url} lost or moved typed text`);
  if (faults.length > 0) throw new Error(`${url}: ${faults.join('; ')}`);
  return { loadMs, keyMs, keyCpuMs };
}

/** Measures one editor with one chapter in a fresh browser. @throws Error when the text is not the chapter's */
export async function measureEditor(
  url: string,
  chapter: GeneratedChapter,
  closing: Closing,
): Promise<EditorSample> {
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: chromiumArgs,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const close = closing.add('browser', () => browser.close());
  try {
    const page = await browser.newPage({ viewport: { width: 900, height: 900 } });
    return await within(mostMs, url, measurePage(page, url, chapter));
  } finally {
    await close();
  }
}
