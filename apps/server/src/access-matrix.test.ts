import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call } from '@huaben/contract';
import { contract } from './composition.ts';
import { newId } from './platform/ids.ts';
import { buildNovel, buildUser } from './testing/factories.ts';
import type { TestUser } from './testing/factories.ts';
import { buildApp, requestOf } from './testing/test-app.ts';
import type { TestApp, TestFile } from './testing/test-app.ts';

/** A sentence of the victim's text that must never reach anyone else. */
const canary = '金丝雀在第三层阁楼里唱歌';

interface World {
  readonly user: TestUser;
  readonly novelId: string;
  readonly novelName: string;
  readonly chapterId: string;
  readonly chapterUrlId: string;
  readonly roleId: string;
  readonly taskId: string;
  readonly itemId: string;
  readonly versionId: string;
  readonly importId: string;
  readonly exportId: string;
  readonly invokeId: string;
  readonly markingTaskId: string;
  readonly rosterId: string;
}

/** A user with one of everything; the secret is in every text. */
async function buildWorld(test: TestApp, secret: string): Promise<World> {
  const user = await buildUser(test);
  const { novelId, chapterId, chapterUrlId, name } = await buildNovel(user, `“${secret}。”祥子说。`);
  const role = await user.api.cast.addRole({
    productNumber: novelId,
    name: `["${secret.slice(0, 6)}"]`,
    sex: '',
  });
  const [taskId, itemId, versionId, importId, exportId] = [newId(), newId(), newId(), newId(), newId()];
  await test.db
    .insertInto('tasks')
    .values({
      id: taskId,
      novel_id: novelId,
      user_id: user.id,
      request_key: randomUUID(),
      state: 'quoted',
      characters: 1,
      new_characters: 1,
      coins: 0,
    })
    .execute();
  await test.db
    .insertInto('task_items')
    .values({ id: itemId, task_id: taskId, chapter_id: chapterId, position: 1, line_count: 1 })
    .execute();
  await test.db
    .insertInto('audio_versions')
    .values({
      id: versionId,
      chapter_id: chapterId,
      revision_id: chapterUrlId,
      task_item_id: null,
      number: 1,
      current: true,
      sample_rate: 22050,
      samples: 0,
      lines: '[]',
    })
    .execute();
  await test.db
    .insertInto('imports')
    .values({
      id: importId,
      novel_id: novelId,
      user_id: user.id,
      file_name: `${secret}.txt`,
      blob_key: 'imports/none',
      options: '{}',
      state: 'done',
      total: 1,
    })
    .execute();
  await test.db
    .insertInto('exports')
    .values({
      id: exportId,
      novel_id: novelId,
      user_id: user.id,
      request_key: randomUUID(),
      format: 'm4b',
      file_name: `${secret}.m4b`,
    })
    .execute();
  const [invokeId, markingTaskId, rosterId] = [newId(), newId(), newId()];
  const found = [{ name: secret.slice(0, 3), aliases: [], sex: null, mentions: 1, speaks: 1, lines: 1 }];
  const run = { novel_id: novelId, user_id: user.id, state: 'done' } as const;
  await test.db
    .insertInto('marking_invokes')
    .values([
      { id: invokeId, kind: 'mark' as const, ...run },
      { id: rosterId, kind: 'roster' as const, discovered: JSON.stringify(found), ...run },
    ])
    .execute();
  await test.db
    .insertInto('marking_tasks')
    .values({
      id: markingTaskId,
      invoke_id: invokeId,
      chapter_id: chapterId,
      position: 0,
      mode: 'blank',
      preview: false,
      threshold: 0.97,
      message: secret,
      ...run,
    })
    .execute();
  await test.db
    .insertInto('marking_suggestions')
    .values({
      chapter_id: chapterId,
      line_id: 'l1',
      position: 0,
      text: secret,
      before: secret,
      after: secret,
      candidates: JSON.stringify([{ roleId: null, name: secret, kind: 'person', probability: 0.6 }]),
      confidence: 0.6,
      category: 'latent',
      open: true,
    })
    .execute();
  await test.db
    .insertInto('marking_queues')
    .values({ chapter_id: chapterId, revision_id: chapterUrlId })
    .execute();
  return {
    user,
    novelId,
    novelName: name,
    chapterId,
    chapterUrlId,
    roleId: role.id,
    taskId,
    itemId,
    versionId,
    importId,
    exportId,
    invokeId,
    markingTaskId,
    rosterId,
  };
}

/** Parameters that hold one id. */
const ids = new Set([
  'productId',
  'productNumber',
  'chapterId',
  'id',
  'url',
  'taskId',
  'invokeId',
  'rosterId',
]);

type Sample = Readonly<Record<string, unknown>>;
const file: TestFile = { name: 'x', bytes: Buffer.from('x') };
const password = 'A'.repeat(200);

/** Well-formed parameters of every call, all their ids leading to one world. */
const samples: {
  readonly [F in keyof typeof contract]: {
    readonly [K in keyof (typeof contract)[F]]: (world: World) => Sample;
  };
} = {
  account: {
    checkExists: () => ({ userName: '没有的人' }),
    captcha: () => ({ t: randomUUID() }),
    sendSms: () => ({
      phone: '13800000000',
      countryCode: '86',
      t: randomUUID(),
      captcha: '1',
      purpose: 'login',
    }),
    passwordKey: () => ({}),
    register: () => ({
      phone: '13800000000',
      countryCode: '86',
      password,
      code: '123456',
      coderemark: 'x',
      userName: '某',
      sex: '',
    }),
    login: () => ({ phone: '13800000000', countryCode: '86', password }),
    demoLogin: () => ({}),
    checkLogin: () => ({}),
    checkToken: () => ({}),
    logout: () => ({}),
    info: () => ({}),
    socketTicket: () => ({}),
    developerOutbox: () => ({}),
    site: () => ({}),
  },
  novel: {
    addNovel: () => ({ name: '新书' }),
    editNovel: ({ novelId }) => ({ id: novelId, name: '改名' }),
    listNovels: () => ({}),
    listBinnedNovels: () => ({}),
    binNovel: ({ novelId }) => ({ id: novelId }),
    restoreNovel: ({ novelId }) => ({ productId: novelId }),
    purgeNovels: ({ novelId, novelName }) => ({ productIds: [novelId], names: [novelName] }),
    markNovelOver: ({ novelId }) => ({ productId: novelId, isOver: 1 }),
    topNovel: ({ novelId }) => ({ productId: novelId, topped: 1 }),
    novelInfo: ({ novelId }) => ({ productId: novelId }),
    novelAuthority: ({ novelId }) => ({ productId: novelId }),
  },
  chapter: {
    listChapters: ({ novelId }) => ({ productId: novelId }),
    listSiblings: ({ chapterId }) => ({ chapterId }),
    recentChapters: ({ novelId }) => ({ productId: novelId }),
    chapterInfo: ({ chapterId }) => ({ chapterId }),
    addChapter: ({ novelId }) => ({ productId: novelId, name: '插入' }),
    renameChapter: ({ chapterId }) => ({ id: chapterId, name: '改名' }),
    deleteChapters: ({ chapterId }) => ({ ids: [chapterId] }),
    importFile: ({ novelId }) => ({
      productId: novelId,
      encoding: 'utf-8',
      chapterCount: 1,
      characterCount: 1,
      splitLong: '0',
      fileName: 'x.txt',
    }),
    importInfo: ({ importId }) => ({ importId }),
    cancelImport: ({ importId }) => ({ importId }),
    readManuscript: ({ novelId, chapterUrlId }) => ({ productId: novelId, url: chapterUrlId }),
    lockChapters: ({ chapterId }) => ({ chapterIds: [chapterId], type: 1, editorId: randomUUID() }),
    unlockChapter: ({ chapterId }) => ({ chapterId, type: 1, editorId: randomUUID() }),
    checkChapter: ({ chapterId }) => ({ chapterId, type: 1, editorId: randomUUID() }),
  },
  manuscriptSave: {
    saveManuscript: ({ chapterId }) => ({
      chapterId,
      editorId: randomUUID(),
      fence: 1,
      baseRevision: 1,
      saveId: randomUUID(),
      contentHash: '0'.repeat(64),
    }),
  },
  cast: {
    listRoles: ({ novelId }) => ({ productId: novelId }),
    listDiscardedRoles: ({ novelId }) => ({ productId: novelId }),
    addRole: ({ novelId }) => ({ productNumber: novelId, name: '["新人"]', sex: '' }),
    editRole: ({ novelId, roleId }) => ({ id: roleId, productNumber: novelId, name: '["改名"]', sex: '' }),
    topRole: ({ novelId, roleId }) => ({ productId: novelId, id: roleId, isTopping: 1 }),
    discardRoles: ({ novelId, roleId }) => ({ productId: novelId, ids: [roleId] }),
    restoreRoles: ({ novelId, roleId }) => ({ productId: novelId, ids: [roleId] }),
    setRoleVoice: ({ novelId, roleId }) => ({
      productId: novelId,
      id: roleId,
      timbre: '',
      rate: 1,
      pitch: 0,
    }),
    hotKeys: ({ novelId }) => ({ productId: novelId }),
    editHotKeys: ({ novelId, roleId }) => ({ productId: novelId, hotKey: { 1: roleId } }),
  },
  autoMarking: {
    startMarking: ({ novelId, chapterId }) => ({ productId: novelId, chapterIds: [chapterId] }),
    modelInfo: ({ novelId, chapterId }) => ({ productId: novelId, chapterIds: [chapterId] }),
    listMarkingTasks: ({ chapterId }) => ({ chapterId }),
    listNovelMarkingTasks: ({ novelId, invokeId }) => ({ productId: novelId, invokeId }),
    markingTaskDetail: ({ markingTaskId }) => ({ taskId: markingTaskId }),
    deleteMarkingTasks: ({ markingTaskId }) => ({ taskIds: [markingTaskId] }),
    reviewQueue: ({ novelId, chapterId }) => ({ productId: novelId, chapterIds: [chapterId] }),
    decideLines: ({ novelId, chapterId, roleId }) => ({
      productId: novelId,
      decisions: [{ chapterId, lineId: 'l1', roleId }],
    }),
    acceptSuggestions: ({ novelId, chapterId }) => ({
      productId: novelId,
      chapterIds: [chapterId],
      threshold: 0.5,
    }),
    findRoster: ({ novelId, chapterId }) => ({ productId: novelId, chapterIds: [chapterId] }),
    rosterInfo: ({ novelId, rosterId }) => ({ productId: novelId, rosterId }),
    payMarking: ({ chapterUrlId }) => ({ chapterUrlId }),
  },
  synthesis: {
    listVoices: () => ({}),
    quoteTask: ({ novelId, chapterId }) => ({
      productId: novelId,
      chapterIds: [chapterId],
      key: randomUUID(),
    }),
    payTask: ({ taskId }) => ({ taskId }),
    executeTask: ({ taskId }) => ({ taskId }),
    cancelTask: ({ taskId }) => ({ taskId }),
    listTasks: ({ novelId, chapterId }) => ({ productId: novelId, chapterId }),
    taskDetail: ({ taskId }) => ({ taskId }),
    retryItem: ({ itemId }) => ({ itemId }),
    listAudioVersions: ({ chapterId }) => ({ chapterId }),
    chooseAudioVersion: ({ versionId }) => ({ versionId }),
    deleteAudio: ({ chapterId }) => ({ chapterId }),
    audioPart: ({ versionId }) => ({ versionId, from: 0, to: 1 }),
  },
  export: {
    startExport: ({ novelId, chapterId }) => ({
      productId: novelId,
      chapterId,
      format: 'mp3',
      key: randomUUID(),
    }),
    listExports: ({ novelId }) => ({ productId: novelId }),
    cancelExport: ({ novelId, exportId }) => ({ productId: novelId, ids: [exportId] }),
    downloadExport: ({ novelId, exportId }) => ({ productId: novelId, ids: [exportId] }),
  },
};

const calls = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group as Record<string, Call>).map(([name, call]) => {
    const sample = (samples as unknown as Record<string, Record<string, (world: World) => Sample>>)[
      feature
    ]?.[name];
    if (!sample) throw new Error(`no sample for ${feature}.${name}`);
    return { title: `${feature}.${name}`, call, sample };
  }),
);
const onNovels = calls.filter(({ call }) => call.permission.scope === 'novel');

let test: TestApp;
let victim: World;
let stranger: World;
beforeAll(async () => {
  test = await buildApp();
  victim = await buildWorld(test, canary);
  stranger = await buildWorld(test, '这是陌生人自己的文字，谁都不必担心');
});
afterAll(() => test.close());

/** A fingerprint of every row that belongs to the product. */
async function fingerprint(): Promise<string> {
  const tables = [
    'users',
    'novels',
    'novel_members',
    'chapters',
    'chapter_revisions',
    'chapter_saves',
    'chapter_locks',
    'chapter_role_counts',
    'recent_chapters',
    'roles',
    'role_names',
    'imports',
    'events',
    'tasks',
    'task_items',
    'speech_segments',
    'audio_versions',
    'exports',
    'marking_invokes',
    'marking_tasks',
    'marking_suggestions',
    'marking_queues',
  ];
  const sums = await Promise.all(
    tables.map(async (table) => {
      const { rows } = await sql<{
        sum: string | null;
      }>`select md5(string_agg(t::text, '|' order by t::text)) as sum from ${sql.table(table)} t`.execute(
        test.db,
      );
      return `${table}:${rows[0]?.sum ?? ''}`;
    }),
  );
  return sums.filter((line) => !line.startsWith('events:')).join('\n');
}

async function send(call: Call, input: Sample, token: string | null) {
  const files = call.files
    ? Object.fromEntries(Object.keys(call.files).map((name) => [name, file]))
    : undefined;
  const reply = await test.app.inject(requestOf(call, input, files, token));
  const isEnvelope = String(reply.headers['content-type']).startsWith('application/json');
  return {
    status: reply.statusCode,
    body: reply.payload,
    code: isEnvelope ? reply.json<{ code: number }>().code : 1,
  };
}

describe.each(calls)('$title', ({ call, sample }) => {
  it('answers nobody with -100 unless it is public, and leaks nothing', async () => {
    const before = call.permission.scope === 'public' ? null : await fingerprint();
    const { code, status, body } = await send(call, sample(victim), null);
    expect(status).toBeLessThan(500);
    expect(body).not.toContain(canary);
    if (before === null) return expect(code).not.toBe(-100);
    expect(code).toBe(-100);
    expect(await fingerprint()).toBe(before);
  });

  it('refuses unknown parameters', async () => {
    const { code } = await send(call, { ...sample(victim), isAdmin: 'true' }, victim.user.token);
    expect(code).toBe(-2);
  });
});

describe.each(onNovels)('$title', ({ call, sample }) => {
  it("refuses a stranger on someone else's ids, leaks nothing, changes nothing", async () => {
    const before = await fingerprint();
    const { code, body } = await send(call, sample(victim), stranger.user.token);
    // A file that cannot be read is refused before anything is looked up: that tells nothing either.
    expect(call.files ? [-101, -2] : [-101]).toContain(code);
    expect(body).not.toContain(canary);
    expect(await fingerprint()).toBe(before);
  });

  it('refuses ids that do not exist in the same words', async () => {
    const nothing: World = {
      ...victim,
      novelId: newId(),
      chapterId: newId(),
      chapterUrlId: newId(),
      roleId: newId(),
      taskId: newId(),
      itemId: newId(),
      versionId: newId(),
      importId: newId(),
      exportId: newId(),
      invokeId: newId(),
      markingTaskId: newId(),
      rosterId: newId(),
    };
    const unknown = await send(call, sample(nothing), stranger.user.token);
    const foreign = await send(call, sample(victim), stranger.user.token);
    expect(unknown.body).toBe(foreign.body);
  });

  it('refuses one foreign id among own ones', async () => {
    const own = sample(stranger);
    const foreign = sample(victim);
    const swapped = Object.entries(foreign).flatMap(
      ([name, value]): { name: string; value: unknown; unknown: unknown }[] => {
        const mine = own[name];
        if (Array.isArray(value) && Array.isArray(mine))
          return [{ name, value: [...mine, ...value], unknown: [...mine, newId()] }];
        return ids.has(name) && Object.keys(foreign).filter((key) => ids.has(key)).length > 1
          ? [{ name, value, unknown: newId() }]
          : [];
      },
    );
    const before = await fingerprint();
    for (const { name, value, unknown } of swapped) {
      const reply = await send(call, { ...own, [name]: value }, stranger.user.token);
      expect(reply.body).not.toContain(canary);
      // Where an id is only a filter of the own rows, a foreign one finds as little as an unknown one.
      if (reply.code === 1)
        expect(reply.body).toBe((await send(call, { ...own, [name]: unknown }, stranger.user.token)).body);
      else expect([-101, -2]).toContain(reply.code);
    }
    expect(await fingerprint()).toBe(before);
  });
});

describe('the creator', () => {
  const order = (title: string): number =>
    [
      'novel.markNovelOver',
      'chapter.deleteChapters',
      'novel.binNovel',
      'novel.restoreNovel',
      'novel.purgeNovels',
      'account.checkLogin',
      'account.logout',
    ].indexOf(title);
  const toTry = calls
    .filter(({ call }) => call.permission.scope !== 'public')
    .toSorted((a, b) => order(a.title) - order(b.title));

  it.each(toTry)('may make $title on own ids', async ({ call, sample }) => {
    const { user, ...rest } = await buildWorld(test, canary);
    const { code, status } = await send(call, sample({ user, ...rest }), user.token);
    expect(status).toBeLessThan(500);
    expect([-100, -101]).not.toContain(code);
  });
});
