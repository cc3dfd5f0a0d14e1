import { randomBytes, randomUUID } from 'node:crypto';
import { contentHash } from '@huaben/manuscript';
import { insertUser } from '../features/account/index.ts';
import { secretHash } from '../platform/http/session.store.ts';
import type { TestApp, TestClient } from './test-app.ts';

/** A signed-in user of a test. */
export interface TestUser {
  readonly id: string;
  readonly name: string;
  readonly token: string;
  readonly api: TestClient;
}

let counter = 0;

/** A user with a session; how people register is tested by itself. */
export async function buildUser(test: TestApp, name = `作者${++counter}`): Promise<TestUser> {
  const token = randomBytes(24).toString('base64url');
  const phone = `139${String(10_000_000 + Math.floor(Math.random() * 89_999_999))}`;
  const id = await test.db.transaction().execute(async (trx) => {
    const userId = await insertUser(trx, { name, country: '86', phone, passwordHash: null, sex: '' });
    await trx
      .insertInto('user_sessions')
      .values({
        user_id: userId,
        token_hash: secretHash(token),
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .execute();
    return userId;
  });
  return { id, name, token, api: test.as(token) };
}

/** A novel with one chapter of a few lines, its text naming the novel so that leaks can be seen. */
export async function buildNovel(
  user: TestUser,
  text = '清晨，祥子醒了。\n“走吧。”虎妞说。\n“不去。”祥子低着头道。\n他又坐下了。',
) {
  const { id: novelId } = await user.api.novel.addNovel({ name: `骆驼${randomUUID().slice(0, 8)}` });
  const { id: chapterId } = await user.api.chapter.addChapter({ productId: novelId, name: '第一章', text });
  const chapter = await user.api.chapter.chapterInfo({ chapterId });
  return {
    novelId,
    chapterId,
    chapterUrlId: chapter.chapterUrlId,
    name: (await user.api.novel.novelInfo({ productId: novelId })).name,
  };
}

/** Makes a user a member of a novel with the given 8 flags. */
export const buildMember = (
  test: TestApp,
  novelId: string,
  userId: string,
  flags: string,
  confirmed = true,
) =>
  test.db
    .insertInto('novel_members')
    .values({ novel_id: novelId, user_id: userId, flags, confirmed })
    .execute();

/** An open editing session: holds the lock and saves changed manuscripts. */
export async function openEditor(user: TestUser, chapterId: string, editorId: string = randomUUID()) {
  const { locks } = await user.api.chapter.lockChapters({ chapterIds: [chapterId], type: 1, editorId });
  const [held] = locks;
  if (!held) throw new Error('no lock');
  const { productId } = await user.api.chapter.chapterInfo({ chapterId });
  const read = (url: string) => user.api.chapter.readManuscript({ productId, url });
  return {
    editorId,
    held,
    read,
    save: (
      html: string,
      change: Partial<{
        fence: number;
        baseRevision: number;
        saveId: string;
        contentHash: string;
        editorId: string;
        chapterId: string;
      }> = {},
    ) =>
      user.api.manuscriptSave.saveManuscript(
        {
          chapterId,
          editorId,
          fence: held.fence,
          baseRevision: held.revision,
          saveId: randomUUID(),
          contentHash: contentHash(html),
          ...change,
        },
        { file: { name: 'chapter.html', bytes: Buffer.from(html) } },
      ),
  };
}

/** The refusal that a call ends with. */
export async function refusalOf(
  call: Promise<unknown>,
): Promise<{ code: number; refusal: string | null; message: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'refusal' in error) {
      return {
        code: Number(error.code),
        refusal: error.refusal === null ? null : String(error.refusal),
        message: error.message,
      };
    }
    throw error;
  }
  throw new Error('the call was not refused');
}
