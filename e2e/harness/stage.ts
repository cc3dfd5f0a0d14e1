import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest';
import type { Person } from './people.ts';

const artifacts = join(import.meta.dirname, '../artifacts');
const browserFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--autoplay-policy=no-user-gesture-required',
];

/** What a console may say without failing the journey, each with the reason. */
const harmless: readonly RegExp[] = [
  // Chromium's own remark about closing a page while the live socket is being opened.
  /WebSocket connection to .* failed: WebSocket is closed before the connection is established/,
];

/** The browser of one journey: pages that are watched, and closed after each test. */
export interface Stage {
  /** A fresh browser profile, signed in as the person if one is given. */
  context(person?: Person, options?: BrowserContextOptions): Promise<BrowserContext>;
  /** A page in a fresh profile. */
  page(person?: Person, options?: BrowserContextOptions): Promise<Page>;
  /** The test itself makes the console complain like this: say why where it is called. */
  expectConsole(pattern: RegExp): void;
}

/** Opens a browser for the test file. A test fails on a console error or an exception nobody caught. */
export function openStage(journey: string): Stage {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let said: string[] = [];
  let complaints: string[] = [];
  let expected: RegExp[] = [];

  const complain = (text: string) => {
    if (![...harmless, ...expected].some((pattern) => pattern.test(text))) complaints.push(text);
  };
  const listen = (message: ConsoleMessage) => {
    const text = `${message.text()} (${message.location().url})`;
    said.push(`${message.type()}: ${text}`);
    if (message.type() === 'error') complain(text);
  };
  const keepEvidence = async (test: string) => {
    mkdirSync(artifacts, { recursive: true });
    const name = `${journey}-${test.replace(/[\s/\\:]+/g, '-')}`;
    for (const [index, page] of contexts.flatMap((context) => context.pages()).entries())
      await page.screenshot({ path: join(artifacts, `${name}-${index}.png`) }).catch(() => undefined);
    rmSync(join(artifacts, `${name}.log`), { force: true });
    appendFileSync(join(artifacts, `${name}.log`), `${said.join('\n')}\n`);
  };

  beforeAll(async () => {
    const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
    browser = await chromium.launch({ executablePath, args: browserFlags });
  });
  afterEach(async ({ task }) => {
    const found = complaints;
    if (found.length > 0 || task.result?.state === 'fail') await keepEvidence(task.name);
    for (const context of contexts) await context.close();
    contexts = [];
    said = [];
    complaints = [];
    expected = [];
    expect(found, 'the console must stay free of errors').toEqual([]);
  });
  afterAll(() => browser.close());

  const context = async (person?: Person, options: BrowserContextOptions = {}): Promise<BrowserContext> => {
    const opened = await browser.newContext({
      baseURL: inject('origin'),
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      ...options,
    });
    opened.setDefaultTimeout(20_000);
    if (person) await opened.addCookies([{ name: 'token', value: person.token, url: inject('origin') }]);
    opened.on('console', listen);
    opened.on('weberror', (error) => {
      said.push(`exception: ${error.error().stack ?? error.error().message}`);
      complain(error.error().message);
    });
    contexts.push(opened);
    return opened;
  };
  return {
    context,
    page: async (person, options) => (await context(person, options)).newPage(),
    expectConsole: (pattern) => expected.push(pattern),
  };
}
