import { randomUUID } from 'node:crypto';
import { buildNovel, openEditor } from '../../testing/factories.ts';
import type { TestUser } from '../../testing/factories.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { SpeechEngineError } from '../../platform/speech/index.ts';
import type { SpeechEngine, SpeechRequest } from '../../platform/speech/index.ts';

const toneRate = 22_050;

/** A tone whose pitch comes from voice and text: equal requests, equal sound. */
function tone({ text, voiceId }: SpeechRequest): Float32Array {
  const seed = [...voiceId, ...text].reduce((sum, character) => sum + (character.codePointAt(0) ?? 0), 0);
  const hertz = 150 + (seed % 300);
  return Float32Array.from(
    { length: Math.round(toneRate * (0.1 + text.length * 0.01)) },
    (_, index) => 0.3 * Math.sin((2 * Math.PI * hertz * index) / toneRate),
  );
}

/** An engine that plays tones, remembers what it was asked, and does what a test wants at a text. */
export function toneEngine() {
  const spoken: string[] = [];
  const behaviour: { before: (request: SpeechRequest) => Promise<void> | void } = { before: () => undefined };
  const voice = { sex: null, age: 'adult', note: '' } as const;
  const engine: SpeechEngine = {
    id: 'tone',
    name: '测试音',
    coinsPer100Characters: 0,
    voices: () => [
      { ...voice, id: 'a', name: '甲' },
      { ...voice, id: 'b', name: '乙' },
      { ...voice, id: 'c', name: '丙' },
    ],
    async synthesise(request) {
      await behaviour.before(request);
      if (request.signal?.aborted === true) throw new SpeechEngineError('CANCELLED', '已取消');
      spoken.push(request.text);
      return { samples: tone(request), sampleRate: toneRate };
    },
    close: () => Promise.resolve(),
  };
  return { engine, spoken, behaviour };
}

/** A marked-up novel in which narration speaks by voice a and 祥子 by voice b. */
export interface Stage {
  readonly novelId: string;
  readonly chapterId: string;
  readonly chapterUrlId: string;
  readonly roleId: string;
  /** Names the novel: no other novel of the test has this word. */
  readonly mark: string;
}

/** A spoken line as Manuscript HTML. */
export const spokenLine = (id: string, roleId: string | null, text: string): string =>
  `<span data-line="${id}"${roleId === null ? '' : ` data-role="${roleId}"`} data-kind="dialogue" data-origin="human">${text}</span>`;

/** Replaces the text of a chapter through an editor. */
export async function rewrite(user: TestUser, chapterId: string, body: string): Promise<void> {
  const editor = await openEditor(user, chapterId);
  await editor.save(`<i data-chapter-id="${chapterId}"></i>${body}`);
}

/** Gives a role a voice; narration is noLine. */
export async function giveVoice(
  user: TestUser,
  novelId: string,
  roleId: string,
  timbre: string,
  rate = 1,
): Promise<void> {
  await user.api.cast.setRoleVoice({ productId: novelId, id: roleId, timbre, rate, pitch: 0 });
}

/** Six pieces: narration and 祥子 in turn, the last one without a role. */
export const stageText = (roleId: string, mark: string): string =>
  [
    `<p>清晨，祥子醒了，${mark}。</p>`,
    `<p>${spokenLine('l1', roleId, '“我这就走。”')}祥子说。</p>`,
    `<p>${spokenLine('l2', roleId, '“不回来了。”')}他又说。</p>`,
    `<p>${spokenLine('l3', null, '“谁在那里？”')}</p>`,
  ].join('');

/** Builds a stage with its text saved and its voices set. */
export async function buildStage(user: TestUser): Promise<Stage> {
  const { novelId, chapterId } = await buildNovel(user);
  const role = await user.api.cast.addRole({
    productNumber: novelId,
    name: JSON.stringify([`祥子${randomUUID().slice(0, 6)}`]),
    sex: 'male',
  });
  const mark = randomUUID().slice(0, 8);
  await rewrite(user, chapterId, stageText(role.id, mark));
  await giveVoice(user, novelId, 'noLine', 'tone:a');
  await giveVoice(user, novelId, role.id, 'tone:b');
  const { chapterUrlId } = await user.api.chapter.chapterInfo({ chapterId });
  return { novelId, chapterId, chapterUrlId, roleId: role.id, mark };
}

/** Quotes, pays and starts a task for chapters. */
export async function startTask(user: TestUser, novelId: string, chapterIds: string[]) {
  const quoted = await user.api.synthesis.quoteTask({ productId: novelId, chapterIds, key: randomUUID() });
  await user.api.synthesis.payTask({ taskId: quoted.id });
  return user.api.synthesis.executeTask({ taskId: quoted.id });
}

/** Synthesises chapters to the end. */
export async function synthesise(test: TestApp, user: TestUser, novelId: string, chapterIds: string[]) {
  const task = await startTask(user, novelId, chapterIds);
  await test.runJobs();
  return user.api.synthesis.taskDetail({ taskId: task.id });
}
