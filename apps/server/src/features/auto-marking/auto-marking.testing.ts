import { randomUUID } from 'node:crypto';
import type { CastingParagraph } from '@huaben/casting';
import { linesOf, manuscriptToText, parseManuscript } from '@huaben/manuscript';
import { createLog } from '../../platform/log.ts';
import type { JobContext } from '../../platform/jobs/job.ts';
import { openEditor } from '../../testing/factories.ts';
import type { TestUser } from '../../testing/factories.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { answerTo } from './casting-answers.ts';
import type { CastingRules } from './casting-answers.ts';
import type { CastingAnswers, CastingQuestion } from './casting-messages.ts';
import type { CastingThread } from './casting-thread.ts';

/** Who is named right behind a quotation: two characters before 说 or 低着头道. */
const framed = /^[\0\ud800]*([\u4e00-\u9fff]{2})(?:说|低着头道)/;

const frames = (paragraphs: readonly CastingParagraph[]) =>
  paragraphs.flatMap(({ text, quotes }, paragraph) =>
    quotes.map((quote) => ({ quote, paragraph, name: framed.exec(text.slice(quote.to))?.[1] })),
  );

/** Speakers by one simple rule, so that these tests are about tasks and queues and not about a trained ranker. */
const simpleRules: CastingRules = {
  discover(paragraphs, known) {
    const names = frames(paragraphs).flatMap(({ name }) => name ?? []);
    return [...new Set(names)]
      .filter((name) => !known.some((role) => role.names.includes(name)))
      .map((name) => {
        const speaks = names.filter((one) => one === name).length;
        return { name, aliases: [], sex: null, mentions: speaks, speaks };
      });
  },
  suggest: ({ paragraphs, roster }) =>
    frames(paragraphs)
      .filter(({ quote }) => quote.origin !== 'human' || quote.roleId === null)
      .map(({ quote: { lineId, to }, paragraph, name }) => {
        const roleId = roster.find((role) => name !== undefined && role.names.includes(name))?.roleId ?? null;
        const candidates =
          name === undefined ? [] : [{ roleId, name, kind: 'person' as const, probability: 0.9 }];
        return {
          lineId,
          candidates,
          confidence: name === undefined ? 0 : 0.9,
          rule: name === undefined ? 'none' : 'explicit',
          category: name === undefined ? null : 'explicit',
          evidence: { paragraph, from: to, to: to + 2 },
        };
      }),
};

/** Answers without a thread, by the simple rule. */
export const simpleCasting: CastingThread = {
  ask<Q extends CastingQuestion>(question: Q, signal: AbortSignal) {
    signal.throwIfAborted();
    return Promise.resolve(answerTo(structuredClone(question), simpleRules) as CastingAnswers[Q['ask']]);
  },
};

/** A novel whose role 祥子 is known and whose 王虎 is not. */
export interface Scene {
  readonly user: TestUser;
  readonly novelId: string;
  readonly roleId: string;
  readonly chapterIds: readonly string[];
}

/** The first line is 王虎's, who has no role; the second one 祥子's. */
export const sceneText = (place: string): string =>
  `清晨，祥子在${place}醒了。\n“走吧。”王虎说。\n“不去。”祥子低着头道。\n他又坐下了。`;

/** Builds a novel with so many chapters of two lines each. */
export async function buildScene(user: TestUser, chapters = 1): Promise<Scene> {
  const { id: novelId } = await user.api.novel.addNovel({ name: `骆驼${randomUUID().slice(0, 8)}` });
  const role = await addRole(user, novelId, '祥子');
  const chapterIds: string[] = [];
  for (let number = 1; number <= chapters; number += 1) {
    const chapter = { productId: novelId, name: `第${number}章`, text: sceneText(`第${number}处`) };
    chapterIds.push((await user.api.chapter.addChapter(chapter)).id);
  }
  return { user, novelId, roleId: role, chapterIds };
}

export async function addRole(user: TestUser, novelId: string, ...names: string[]): Promise<string> {
  const role = { productNumber: novelId, name: JSON.stringify(names), sex: 'male' as const };
  return (await user.api.cast.addRole(role)).id;
}

/** The current manuscript of a chapter. */
export async function currentChapter(user: TestUser, chapterId: string) {
  const { productId, chapterUrlId, revision } = await user.api.chapter.chapterInfo({ chapterId });
  const { html } = await user.api.chapter.readManuscript({ productId, url: chapterUrlId });
  const { doc } = parseManuscript(html);
  return {
    html,
    revision,
    chapterUrlId,
    lines: linesOf(doc),
    text: manuscriptToText(doc, { inserted: true }),
  };
}

/** The lines of a chapter as [role, origin]. */
export const marksOf = async (user: TestUser, chapterId: string) =>
  (await currentChapter(user, chapterId)).lines.map(({ roleId, origin }) => [roleId, origin]);

/** Saves a changed manuscript as a person does, and leaves the desk. */
export async function saveByHand(
  user: TestUser,
  chapterId: string,
  change: (html: string) => string,
): Promise<void> {
  const editor = await openEditor(user, chapterId);
  await editor.save(change((await currentChapter(user, chapterId)).html));
  await user.api.chapter.unlockChapter({ chapterId, editorId: editor.editorId, type: 1 });
}

/** Marks the n-th line of a stored manuscript by hand. */
export const byHand =
  (index: number, roleId: string) =>
  (html: string): string => {
    let at = -1;
    return html.replace(
      /(<span data-line="[^"]*")(?: data-role="[^"]*")?( data-kind="dialogue") data-origin="rule"(?: data-confidence="[^"]*")?/g,
      (whole, start: string, kind: string) =>
        (at += 1) === index ? `${start} data-role="${roleId}"${kind} data-origin="human"` : whole,
    );
  };

/** What a job gets of the worker. */
export const jobContext = (
  test: TestApp,
  signal: AbortSignal = new AbortController().signal,
): JobContext => ({
  db: test.db,
  log: createLog('silent', {}),
  signal,
  attempt: 1,
  lastAttempt: false,
});

/** Starts marking with a threshold that every plain sentence reaches, and works it off. */
export async function mark(
  test: TestApp,
  { user, novelId, chapterIds }: Scene,
  more: Partial<Parameters<TestUser['api']['autoMarking']['startMarking']>[0]> = {},
) {
  const started = await user.api.autoMarking.startMarking({
    productId: novelId,
    chapterIds: [...chapterIds],
    threshold: 0.6,
    ...more,
  });
  await test.runJobs();
  return started;
}
