import { Refusal } from '@huaben/contract';
import type { contract } from '@huaben/contract';
import { mustBeWritable, planSave } from '@huaben/domain';
import { chapterMarkerOf, ManuscriptError, parseManuscript } from '@huaben/manuscript';
import { prepared } from '../../platform/http/handler.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { chapterLocks, figuresOf, hashOf, lockRows, mustFit } from '../chapter/index.ts';
import type { StoredContent } from '../chapter/index.ts';
import { makeRevision } from './make-revision.ts';
import * as store from './manuscript-save.store.ts';

type Calls = (typeof contract)['manuscriptSave'];

/**
 * Reads what was sent: whole, for this chapter, and in the one format.
 * @throws Refusal CHAPTER_ID_MISMATCH or MANUSCRIPT_INVALID
 */
function readContent(bytes: Buffer, chapterId: string, expectedHash: string): StoredContent {
  let html: string;
  try {
    html = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Refusal('MANUSCRIPT_INVALID');
  }
  const hash = hashOf(bytes);
  if (hash !== expectedHash)
    throw new Refusal('MANUSCRIPT_INVALID', { text: '稿件在传输中损坏，没有保存；请再保存一次' });
  try {
    if (chapterMarkerOf(html) !== chapterId) throw new Refusal('CHAPTER_ID_MISMATCH');
    const { doc } = parseManuscript(html);
    return { html, hash, ...figuresOf(doc) };
  } catch (error) {
    if (error instanceof ManuscriptError)
      throw new Refusal('MANUSCRIPT_INVALID', {
        text: `稿件没有保存：${error.message}`,
        detail: { offset: error.offset },
      });
    throw error;
  }
}

/** Handlers of the saving calls. */
export const manuscriptSaveHandlers: Handlers<Calls> = {
  saveManuscript: prepared({
    prepare: async ({ chapterId, contentHash: hash }, { file }) => readContent(file.bytes, chapterId, hash),
    handle: async ({ trx, actor, novel, record }, params, _files, content) => {
      const { chapterId, editorId, saveId } = params;
      mustBeWritable(novel);
      const [chapter] = await lockRows(trx, [chapterId]);
      const [lock] = await chapterLocks.takeLocks(trx, [chapterId]);
      if (!chapter || !lock) throw new Refusal('NOT_ALLOWED');
      const answer = (
        revisionId: string,
        number: number,
        savedAt: Date,
        figures: { wordCount: number; lineCount: number; unassignedCount: number },
      ) => ({
        chapterUrlId: revisionId,
        revision: number,
        savedAt: savedAt.toISOString(),
        ...figures,
      });

      const earlier = await store.findSave(trx, saveId, chapterId);
      if (earlier && earlier.number !== null) {
        if (earlier.content_hash !== content.hash)
          throw new Refusal('BAD_REQUEST', {
            text: '同一个保存编号带来了不同的稿件，没有保存；请刷新页面后重试',
          });
        return answer(earlier.id, earlier.number, earlier.saved_at, {
          wordCount: earlier.word_count,
          lineCount: earlier.line_count,
          unassignedCount: earlier.unassigned_count,
        });
      }

      const { hash: currentHash } = await store.revisionHash(trx, chapter.revision_id);
      const now = await chapterLocks.databaseNow(trx);
      const plan = planSave(
        {
          userId: actor.userId,
          editorId,
          fence: params.fence,
          baseRevision: params.baseRevision,
          contentHash: content.hash,
          lock,
          current: { number: chapter.revision, hash: currentHash },
        },
        now,
      );
      if (plan.do === 'conflict') {
        await store.keepConflict(trx, {
          chapterId,
          userId: actor.userId,
          content,
          saveId,
          baseNumber: params.baseRevision,
        });
        return new Refusal(plan.reason, {
          detail: { revision: chapter.revision, chapterUrlId: chapter.revision_id, conflictId: saveId },
        });
      }
      await chapterLocks.renewLock(trx, chapterId, actor.userId, editorId, true);
      if (plan.do === 'same') {
        const savedAt = await store.noteSave(trx, {
          saveId,
          chapterId,
          hash: content.hash,
          revisionId: chapter.revision_id,
        });
        return answer(chapter.revision_id, chapter.revision, savedAt, content);
      }
      mustFit(chapter.name, content.characters);
      const revisionId = await makeRevision(trx, record, {
        novelId: novel.novelId,
        userId: actor.userId,
        chapter,
        content,
        number: plan.number,
      });
      const savedAt = await store.noteSave(trx, { saveId, chapterId, hash: content.hash, revisionId });
      return answer(revisionId, plan.number, savedAt, content);
    },
  }),
};
