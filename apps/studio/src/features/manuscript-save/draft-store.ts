import { openDB } from 'idb';
import type { DBSchema, IDBPDatabase } from 'idb';

/**
 * Text that this machine keeps because the server does not have it yet. It is stored in the browser as it is,
 * not encrypted: whoever can use this browser profile can read it until it is saved or the person logs out.
 */
export type Draft = {
  /** `place` and the page that wrote it: two pages of one person never overwrite each other. */
  readonly key: string;
  /** User and chapter. */
  readonly place: string;
  readonly userId: string;
  readonly chapterId: string;
  /** The stored revision that the text was based on. */
  readonly baseRevision: number;
  /** Number of the edit in its page; rises. */
  readonly version: number;
  readonly html: string;
  /** Milliseconds since 1970. */
  readonly writtenAt: number;
};

interface DraftSchema extends DBSchema {
  drafts: { key: string; value: Draft; indexes: { place: string; userId: string } };
}

let opened: Promise<IDBPDatabase<DraftSchema>> | null = null;

function database(): Promise<IDBPDatabase<DraftSchema>> {
  opened ??= openDB<DraftSchema>('huaben-drafts', 1, {
    upgrade(db) {
      const drafts = db.createObjectStore('drafts', { keyPath: 'key' });
      drafts.createIndex('place', 'place');
      drafts.createIndex('userId', 'userId');
    },
    terminated: () => (opened = null),
  });
  // A refused storage (private window, full disk) is asked for again with the next draft.
  opened.catch(() => (opened = null));
  return opened;
}

/** Where the drafts of a person's chapter are found. */
export const draftPlace = (userId: string, chapterId: string): string => `${userId}|${chapterId}`;

/** Keeps a draft, unless a newer one of the same page is there already. Rejects when the browser refuses storage. */
export async function keepDraft(draft: Draft): Promise<void> {
  const transaction = (await database()).transaction('drafts', 'readwrite', { durability: 'strict' });
  const kept = await transaction.store.get(draft.key);
  if (kept === undefined || kept.version <= draft.version) await transaction.store.put(draft);
  await transaction.done;
}

/** Forgets a page's draft if it is not newer than the version that was saved. */
export async function forgetDraft(key: string, version: number): Promise<void> {
  const transaction = (await database()).transaction('drafts', 'readwrite');
  const kept = await transaction.store.get(key);
  if (kept !== undefined && kept.version <= version) await transaction.store.delete(key);
  await transaction.done;
}

/** The drafts of a person's chapter, newest first. */
export async function draftsOf(place: string): Promise<Draft[]> {
  const drafts = await (await database()).getAllFromIndex('drafts', 'place', place);
  return drafts.sort((one, other) => other.writtenAt - one.writtenAt);
}
