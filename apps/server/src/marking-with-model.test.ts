import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildUser, refusalOf } from './testing/factories.ts';
import { buildApp } from './testing/test-app.ts';
import type { TestApp } from './testing/test-app.ts';
import type { LanguageModel } from './features/language-model/index.ts';
import { chatReply, choosing, startChatDouble } from './features/language-model/language-model.testing.ts';
import type { ChatDouble, Seen } from './features/language-model/language-model.testing.ts';
import {
  addRole,
  buildScene,
  byHand,
  currentChapter,
  jobContext,
  marksOf,
  saveByHand,
  simpleCasting,
} from './features/auto-marking/auto-marking.testing.ts';
import type { Scene } from './features/auto-marking/auto-marking.testing.ts';
import type { CastingThread } from './features/auto-marking/casting-thread.ts';
import { runInvoke } from './features/auto-marking/invoke-run.ts';

let double: ChatDouble;
let model: LanguageModel;
let test: TestApp;
beforeAll(async () => {
  double = await startChatDouble();
  // 10 分 for a hundred tokens, so that whole 分 make a difference.
  model = double.model({ LANGUAGE_MODEL_INPUT_PRICE: '100000', LANGUAGE_MODEL_OUTPUT_PRICE: '100000' });
  test = await buildApp({ casting: simpleCasting, model });
});
afterAll(async () => {
  await test.close();
  await double.close();
});
beforeEach(() => double.behave(choosing(() => 0)));

type Line = Seen['lines'][number];
/** The number under which a line offers a name. */
const numberOf = (line: Line, name: string): number =>
  Number.parseInt(line.choices.find((choice) => choice.includes(name)) ?? '-1', 10);
/** 王虎 says 走吧 beside his name; who says the other two is for the model. */
const truth = (line: Line): number => numberOf(line, line.quote === '“谁？”' ? '祥子' : '王虎');

/** Chapters with a framed line and two that only the model can know; 祥子 and 王虎 are roles. */
async function twoMen(chapters = 1): Promise<Scene & { readonly tiger: string }> {
  const scene = await buildScene(await buildUser(test), 0);
  const { user, novelId: productId } = scene;
  const tiger = await addRole(user, productId, '王虎');
  const chapterIds: string[] = [];
  for (let number = 1; number <= chapters; number += 1) {
    const text = `祥子和王虎在第${number}处醒了。\n“走吧。”王虎说。\n“谁？”\n“我。”`;
    chapterIds.push((await user.api.chapter.addChapter({ productId, name: `第${number}章`, text })).id);
  }
  return { ...scene, chapterIds, tiger };
}

async function begin({ user, novelId, chapterIds }: Scene, more: object = {}) {
  const { invokeId, tasks } = await user.api.autoMarking.startMarking({
    productId: novelId,
    chapterIds: [...chapterIds],
    useModel: true,
    ceiling: 100_000,
    ...more,
  });
  return { invokeId: invokeId ?? '', taskIds: tasks.map(({ taskId }) => taskId) };
}
async function markWith(scene: Scene, more: object = {}) {
  const begun = await begin(scene, more);
  await test.runJobs();
  return begun;
}
const tasksOf = async ({ user, novelId }: Scene) =>
  (await user.api.autoMarking.listNovelMarkingTasks({ productId: novelId })).list;
const reasonsOf = async ({ user, novelId }: Scene) =>
  (await user.api.autoMarking.reviewQueue({ productId: novelId, order: 'place' })).list.map(
    ({ text, reason }) => [text, reason] as const,
  );
const first = ({ chapterIds }: Scene): string => chapterIds[0] ?? '';
const spentBy = (invokeId: string) =>
  test.db
    .selectFrom('marking_invokes')
    .select(['model_spent', 'model_stopped'])
    .where('id', '=', invokeId)
    .executeTakeFirstOrThrow();

describe('the order', () => {
  it('needs a ceiling, and no preview', async () => {
    const scene = await twoMen();
    expect((await refusalOf(begin(scene, { ceiling: undefined }))).message).toContain('费用上限');
    expect((await refusalOf(begin(scene, { ceiling: 1.5 }))).message).toContain('整数');
    expect((await refusalOf(begin(scene, { ceiling: -1 }))).message).toContain('负数');
    const lineIds = (await currentChapter(scene.user, first(scene))).lines.map(({ lineId }) => lineId);
    const preview = begin(scene, { mode: 'selection', lineIds, preview: true });
    expect((await refusalOf(preview)).message).toContain('预览不使用语言模型');
    expect(double.seen).toEqual([]);
  });

  it('can be priced before, which sends nothing', async () => {
    const scene = await twoMen(2);
    const { user, novelId: productId, chapterIds } = scene;
    const info = await user.api.autoMarking.modelInfo({ productId });
    expect(info).toMatchObject({ configured: true, name: 'double', lines: 6 });
    expect(info.estimateFen).toBeGreaterThan(0);
    expect(info.estimateFenAtMost).toBeGreaterThan(info.estimateFen ?? Infinity);
    await saveByHand(user, first(scene), byHand(0, scene.roleId));
    const one = { productId, chapterIds: chapterIds.slice(0, 1) };
    expect((await user.api.autoMarking.modelInfo(one)).lines).toBe(2);
    expect((await user.api.autoMarking.modelInfo({ ...one, mode: 'chapter' })).lines).toBe(3);
    expect(double.seen).toEqual([]);
    const other = await twoMen();
    const foreign = { productId, chapterIds: [first(other)] };
    expect(await user.api.autoMarking.modelInfo(foreign)).toMatchObject({ lines: 0, estimateFen: 0 });
  });

  it('is not for an installation without a model', async () => {
    const plain = await buildApp({ casting: simpleCasting });
    try {
      const { user, novelId, chapterIds } = await buildScene(await buildUser(plain));
      const order = { productId: novelId, chapterIds: [...chapterIds], useModel: true, ceiling: 100 };
      expect((await refusalOf(user.api.autoMarking.startMarking(order))).refusal).toBe('MODEL_MISSING');
      expect(await user.api.autoMarking.modelInfo({ productId: novelId })).toEqual({
        configured: false,
        name: null,
        lines: 2,
        estimateFen: null,
        estimateFenAtMost: null,
      });
    } finally {
      await plain.close();
    }
  });
});

describe('asking', () => {
  it('marks what the model answers, asks nothing that the rules or a person settled, and keeps the text', async () => {
    double.behave(choosing(truth));
    const scene = await twoMen();
    const { user, roleId, tiger } = scene;
    await saveByHand(user, first(scene), byHand(2, roleId));
    const before = await currentChapter(user, first(scene));
    const { invokeId } = await markWith(scene, { threshold: 0.6 });
    expect(double.seen.flatMap(({ lines }) => lines.map(({ quote }) => quote))).toEqual(['“谁？”']);
    const [asked] = double.seen[0]?.lines ?? [];
    expect(asked).toMatchObject({ before: '祥子和王虎在第1处醒了。\n“走吧。”王虎说。\n', after: '\n“我。”' });
    const after = await currentChapter(user, first(scene));
    expect(after.text).toBe(before.text);
    expect(after.lines.map((line) => [line.roleId, line.origin, line.confidence])).toEqual([
      [tiger, 'rule', 0.9],
      [roleId, 'model', 0.9],
      [roleId, 'human', null],
    ]);
    expect(await reasonsOf(scene)).toEqual([]);
    const [task] = await tasksOf(scene);
    expect(task).toMatchObject({ state: 'done', counts: { lines: 3, marked: 2, human: 1, queued: 0 } });
    expect(task?.message).toBe('语言模型看了 1 句，标注了 1 句；这一批至今费用约 0.11 元');
    expect(await spentBy(invokeId)).toMatchObject({ model_stopped: null });
    // Answered lines are not open any more: nothing to begin with.
    expect((await begin(scene)).taskIds).toEqual([]);
  });

  it('leaves contradictions, none of these and names without a role in the queue with their reasons', async () => {
    double.behave(choosing((line) => (line.quote === '“谁？”' ? 0 : numberOf(line, '祥子'))));
    const scene = await twoMen();
    await markWith(scene);
    expect(await reasonsOf(scene)).toEqual([
      ['“走吧。”', expect.stringContaining('矛盾')],
      ['“谁？”', '语言模型认为候选都不是，或看不出是谁'],
    ]);
    expect(await marksOf(scene.user, first(scene))).toEqual([
      [null, 'rule'],
      [null, 'rule'],
      [scene.roleId, 'model'],
    ]);
    double.behave(choosing((line) => numberOf(line, '王虎')));
    const known = await buildScene(await buildUser(test));
    await markWith(known);
    const reasons = new Map(await reasonsOf(known));
    expect(reasons.get('“走吧。”')).toContain('语言模型认为是“王虎”，但还没有这个角色');
  });

  it('leaves everything in the queue when the model misbehaves', async () => {
    double.behave(chatReply('我不知道。<script>alert(1)</script>'));
    const scene = await twoMen();
    await markWith(scene);
    const reasons = await reasonsOf(scene);
    expect(reasons.map(([text]) => text)).toEqual(['“走吧。”', '“谁？”', '“我。”']);
    for (const [, reason] of reasons) expect(reason).toMatch(/[\u4e00-\u9fff]/);
    expect((await currentChapter(scene.user, first(scene))).revision).toBe(1);
    double.behave((_seen, response) => {
      response.statusCode = 401;
      response.end('{}');
    });
    const refused = await twoMen(2);
    await markWith(refused);
    // After the first refusal the others are not tried.
    expect(double.seen).toHaveLength(1);
    const tasks = await tasksOf(refused);
    expect(tasks.map(({ state }) => state)).toEqual(['done', 'done']);
    for (const { message } of tasks) expect(message).toContain('没有再问语言模型');
  });
});

describe('the ceiling', () => {
  it('ends the asking in the middle of a run; the rest is done by the rules, and says so', async () => {
    const scene = await twoMen(3);
    double.behave((seen, response, count) => {
      const answers = seen.lines.map((line) => ({ line: line.line, choice: truth(line) }));
      const usage = { prompt_tokens: 1900, completion_tokens: 100 };
      chatReply(JSON.stringify({ answers }), { usage })(seen, response, count);
    });
    // Enough for one request at its most; the first one takes 200 分 of it.
    const { invokeId } = await markWith(scene, { ceiling: 300, threshold: 0.6 });
    expect(double.seen).toHaveLength(1);
    const spent = await spentBy(invokeId);
    expect(spent.model_spent).toBeCloseTo(200);
    expect(spent.model_stopped).toContain('费用上限');
    const { roleId, tiger } = scene;
    expect(await marksOf(scene.user, first(scene))).toEqual([
      [tiger, 'rule'],
      [roleId, 'model'],
      [tiger, 'model'],
    ]);
    expect(await marksOf(scene.user, scene.chapterIds[2] ?? '')).toEqual([
      [tiger, 'rule'],
      [null, 'rule'],
      [null, 'rule'],
    ]);
    const messages = (await tasksOf(scene)).map(({ message }) => message ?? '');
    expect(messages[0]).toContain('标注了 2 句；这一批至今费用约 2.00 元');
    expect(messages[1]).toContain('费用上限');
    expect(messages[2]).toContain('费用上限');
    expect((await reasonsOf(scene)).every(([, reason]) => reason?.includes('费用上限'))).toBe(true);
  });
});

describe('interruptions', () => {
  it('ends a request whose task is cancelled, and stores nothing of it', async () => {
    let closed = false;
    double.behave((_seen, response) => response.on('close', () => (closed = true)));
    const scene = await twoMen();
    const { taskIds } = await begin(scene);
    const running = test.runJobs();
    await expect.poll(() => double.seen.length, { timeout: 10_000 }).toBe(1);
    await scene.user.api.autoMarking.deleteMarkingTasks({ taskIds });
    await running;
    await expect.poll(() => closed).toBe(true);
    expect((await tasksOf(scene)).map(({ state }) => state)).toEqual(['cancelled']);
    expect((await currentChapter(scene.user, first(scene))).revision).toBe(1);
    expect(await reasonsOf(scene)).toEqual([]);
  });

  it('gives up its request when the worker stops, and asks again when the run is taken up', async () => {
    double.behave(() => undefined);
    const scene = await twoMen();
    const { invokeId } = await begin(scene);
    const stopping = new AbortController();
    const stopped = runInvoke({ thread: simpleCasting, model }, jobContext(test, stopping.signal), invokeId);
    await expect.poll(() => double.seen.length, { timeout: 10_000 }).toBe(1);
    stopping.abort(new Error('the worker stops'));
    await expect(stopped).rejects.toThrow('the worker stops');
    expect((await tasksOf(scene)).map(({ state }) => state)).toEqual(['running']);
    expect((await spentBy(invokeId)).model_stopped).toBeNull();
    double.behave(choosing(truth));
    await runInvoke({ thread: simpleCasting, model }, jobContext(test), invokeId);
    expect(double.seen).toHaveLength(1);
    expect(await reasonsOf(scene)).toEqual([]);
  });

  /** Casting, with something happening before the n-th time it looks at a chapter. */
  const thread = (before: (time: number) => Promise<void> | void): CastingThread => {
    let times = 0;
    return {
      async ask(question, signal) {
        if (question.ask === 'chapter') await before((times += 1));
        return simpleCasting.ask(question, signal);
      },
    };
  };

  it('does not ask again for a chapter whose answers are there when the process is killed', async () => {
    double.behave(choosing(truth));
    const scene = await twoMen();
    const { invokeId } = await begin(scene);
    const dying = thread((time) => {
      if (time === 2) throw new Error('killed');
    });
    await expect(runInvoke({ thread: dying, model }, jobContext(test), invokeId)).rejects.toThrow('killed');
    const { model_spent: spent } = await spentBy(invokeId);
    await runInvoke({ thread: simpleCasting, model }, jobContext(test), invokeId);
    expect(double.seen).toHaveLength(1);
    expect((await spentBy(invokeId)).model_spent).toBe(spent);
    expect((await marksOf(scene.user, first(scene))).map(([, origin]) => origin)).toEqual([
      'model',
      'model',
      'model',
    ]);
  });

  it('counts the most that a request can have cost when the process is killed while it asks', async () => {
    double.behave(choosing(truth));
    const scene = await twoMen();
    const { invokeId } = await begin(scene);
    let bound = 0;
    const dying: LanguageModel = {
      name: model.name,
      estimate(request) {
        const estimate = model.estimate(request);
        bound = estimate.fenAtMost;
        return estimate;
      },
      askSpeakers: () => Promise.reject(new Error('killed')),
    };
    const killed = runInvoke({ thread: simpleCasting, model: dying }, jobContext(test), invokeId);
    await expect(killed).rejects.toThrow('killed');
    expect(bound).toBeGreaterThan(0);
    expect((await spentBy(invokeId)).model_spent).toBeCloseTo(bound);
    await runInvoke({ thread: simpleCasting, model }, jobContext(test), invokeId);
    expect(double.seen).toHaveLength(1);
    expect((await spentBy(invokeId)).model_spent).toBeGreaterThan(bound);
  });

  it('does not use a role that was discarded while the model was asked', async () => {
    double.behave(choosing(truth));
    const scene = await twoMen();
    const { user, novelId: productId, roleId, tiger } = scene;
    const { invokeId } = await begin(scene);
    const discarding: LanguageModel = {
      ...model,
      async askSpeakers(request) {
        const answers = await model.askSpeakers(request);
        await user.api.cast.discardRoles({ productId, ids: [tiger] });
        return answers;
      },
    };
    await runInvoke({ thread: simpleCasting, model: discarding }, jobContext(test), invokeId);
    expect((await marksOf(user, first(scene))).map(([role]) => role)).toEqual([null, roleId, null]);
    expect((await reasonsOf(scene)).map(([, reason]) => reason)).toEqual([
      '语言模型选的角色已不再使用',
      '语言模型选的角色已不再使用',
    ]);
  });

  it('never touches what a person marked while the model was asked, and asks nothing twice', async () => {
    double.behave(choosing(truth));
    const scene = await twoMen();
    const { user, tiger } = scene;
    const { invokeId } = await begin(scene);
    const meanwhile = thread((time) =>
      time === 2 ? saveByHand(user, first(scene), byHand(1, tiger)) : undefined,
    );
    await runInvoke({ thread: meanwhile, model }, jobContext(test), invokeId);
    expect(await marksOf(user, first(scene))).toEqual([
      [tiger, 'model'],
      [tiger, 'human'],
      [tiger, 'model'],
    ]);
    expect(double.seen).toHaveLength(1);
  });
});
