import { novelPermissions, Refusal } from '@huaben/contract';
import type { NovelNeed } from '@huaben/contract';

/** States of a novel; a binned novel remembers which of the other two it was. */
export type NovelState = 'normal' | 'finished' | 'binned';

/** What the permission rules know of a novel and the actor's membership in it. */
export interface NovelAccess {
  readonly novelId: string;
  readonly novelName: string;
  readonly state: NovelState;
  /** The actor's 8-flag string, or null for a stranger or an unconfirmed member. */
  readonly flags: string | null;
}

/** The string of a novel's creator. */
export const creatorFlags = '11111111';

/** Whether a permission string grants a need; anything malformed or unknown grants nothing. */
export function grants(flags: string | null, need: NovelNeed): boolean {
  if (flags === null || !/^[01]{8}$/.test(flags)) return false;
  if (need === 'member') return true;
  const position = novelPermissions.indexOf(need);
  return position >= 0 && flags[position] === '1';
}

/**
 * Judges a whole set of loaded novels at once: one that is missing or not permitted refuses all.
 * Missing and forbidden answer alike, so that nobody learns which ids exist. A binned novel is closed
 * to everyone but its creator.
 * @throws Refusal NOT_ALLOWED
 */
export function mustMay(need: NovelNeed, wanted: number, rows: readonly NovelAccess[]): void {
  const allowed = rows.filter(
    (row) => grants(row.flags, need) && (row.state !== 'binned' || grants(row.flags, 'creator')),
  );
  if (wanted < 1 || rows.length !== wanted || allowed.length !== wanted) throw new Refusal('NOT_ALLOWED');
}

/**
 * A finished or binned novel takes no changes.
 * @throws Refusal NOVEL_FINISHED or NOVEL_BINNED, naming the novel
 */
export function mustBeWritable(novel: Pick<NovelAccess, 'state' | 'novelName'>): void {
  mustNotBeBinned(novel);
  if (novel.state === 'finished') {
    throw new Refusal('NOVEL_FINISHED', {
      text: `《${novel.novelName}》已完结，只读；请先在小说列表中恢复为未完结`,
    });
  }
}

/**
 * A binned novel takes no changes, finished or not.
 * @throws Refusal NOVEL_BINNED, naming the novel
 */
export function mustNotBeBinned(novel: Pick<NovelAccess, 'state' | 'novelName'>): void {
  if (novel.state === 'binned') {
    throw new Refusal('NOVEL_BINNED', { text: `《${novel.novelName}》在回收站中，请先还原` });
  }
}

/** What an actor can do with a novel, for the buttons of every screen. */
export function abilities(access: Pick<NovelAccess, 'flags' | 'state'>) {
  const open = access.state === 'normal';
  const can = (need: NovelNeed): boolean => grants(access.flags, need);
  return {
    edit: open && can('edit'),
    role: open && can('role'),
    crew: can('crew') && access.state !== 'binned',
    review: can('review') && access.state !== 'binned',
    import: open && can('edit'),
    synthesise: open && can('broad'),
    remove: can('creator'),
  };
}
