import { randomUUID } from 'node:crypto';
import { CallFailed } from '@huaben/contract';
import { untilAnswered } from './api.ts';
import type { Api } from './api.ts';
import type { Draft } from './manuscript-texts.ts';
import type { Random } from './random.ts';
import type { ChapterRecord } from './save-record.ts';
import { must } from './violation.ts';

/** A browser page that edits one chapter: holds its lock and saves on top of what it knows. */
export class EditorPage {
  readonly #api: Api;
  readonly #random: Random;
  readonly #record: ChapterRecord;
  readonly #editorId = `page-${randomUUID()}`;
  #fence = 0;
  #revision = 0;

  constructor(api: Api, random: Random, record: ChapterRecord) {
    this.#api = api;
    this.#random = random;
    this.#record = record;
  }

  get chapterId(): string {
    return this.#record.chapterId;
  }

  /** Takes the lock or renews it; `sole` when no other page competes for it, so that it must still be ours. */
  async lock(sole: boolean): Promise<void> {
    const { chapterId } = this.#record;
    const { locks } = await untilAnswered(() =>
      this.#api.chapter.lockChapters({ chapterIds: [chapterId], type: 1, editorId: this.#editorId }),
    );
    const [held] = locks;
    must(held !== undefined, 'a granted lock is told', { chapterId });
    const detail = { chapterId, known: { fence: this.#fence, revision: this.#revision }, held };
    must(!sole || this.#fence === 0 || held.fence === this.#fence, 'the holder keeps its lock', detail);
    must(!sole || this.#fence === 0 || held.revision === this.#revision, 'nobody else saved', detail);
    this.#fence = held.fence;
    this.#revision = held.revision;
  }

  /** Saves; an unknown outcome is asked for again with the same save id. False when another page has the lock. */
  async save(draft: Draft): Promise<boolean> {
    const { chapterId, sent, acknowledged, refused } = this.#record;
    const saveId = randomUUID();
    sent.set(saveId, draft.hash);
    try {
      const answer = await untilAnswered(() => this.#send(saveId, draft));
      const known = { saveId, chapterId, base: this.#revision, answer, draft: { ...draft, html: undefined } };
      must(answer.revision === this.#revision + 1, 'a save makes the next revision', known);
      must(answer.wordCount === draft.wordCount, 'a save counts its words', known);
      must(answer.lineCount === draft.lineCount, 'a save counts its lines', known);
      must(answer.unassignedCount === draft.unassignedCount, 'a save counts its open lines', known);
      const { html: _html, ...rest } = draft;
      const entry = { saveId, revisionId: answer.chapterUrlId, number: answer.revision, draft: rest };
      acknowledged.set(saveId, entry);
      if (this.#random.chance(0.05)) await this.#sendAgain(saveId, draft, answer.chapterUrlId);
      this.#revision = answer.revision;
      return true;
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      must(error.refusal === 'LOCK_LOST', 'a holder is never refused', {
        chapterId,
        saveId,
        refusal: error.refusal,
        message: error.message,
        detail: error.detail,
      });
      refused.add(saveId);
      return false;
    }
  }

  #send(saveId: string, draft: Draft, signal?: AbortSignal) {
    return this.#api.manuscriptSave.saveManuscript(
      {
        chapterId: this.#record.chapterId,
        editorId: this.#editorId,
        fence: this.#fence,
        baseRevision: this.#revision,
        saveId,
        contentHash: draft.hash,
      },
      { file: new Blob([draft.html]) },
      // Now and then the connection breaks under a request that the product may already be working on.
      signal ?? (this.#random.chance(0.03) ? AbortSignal.timeout(this.#random.int(1, 30)) : undefined),
    );
  }

  /** A client that missed an answer asks with the same id after the save, even twice at once. */
  async #sendAgain(saveId: string, draft: Draft, revisionId: string): Promise<void> {
    const answers = await Promise.all([
      untilAnswered(() => this.#send(saveId, draft)),
      untilAnswered(() => this.#send(saveId, draft)),
    ]);
    for (const answer of answers) {
      const same = answer.chapterUrlId === revisionId;
      must(same, 'one save id has one revision', { saveId, revisionId, again: answer.chapterUrlId });
    }
  }
}
