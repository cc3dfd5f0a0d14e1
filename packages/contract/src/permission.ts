/**
 * The eight permissions of a novel, in the order of the wire's permission string:
 * position 0 is the creator's flag, position 7 the broadcast flag.
 */
export const novelPermissions = [
  'creator',
  'admin',
  'crew',
  'role',
  'edit',
  'review',
  'ontrack',
  'broad',
] as const;

/** One flag of the permission string. */
export type NovelPermission = (typeof novelPermissions)[number];

/** What a call on a novel asks for: one flag, or merely belonging to the novel. */
export type NovelNeed = NovelPermission | 'member';

/** The ids of a request by which the rows that the rule judges are loaded. */
export type NovelLocator =
  | 'productId'
  | 'productIds'
  | 'chapterId'
  | 'chapterIds'
  | 'roleIds'
  | 'taskId'
  | 'itemId'
  | 'versionId'
  | 'importId'
  | 'exportIds'
  | 'markingTaskIds'
  | 'chapterUrlId';

/**
 * Who may make a call. Every call has exactly one rule and the server refuses to boot without it.
 * `public` needs no session, `session` concerns only the actor's own rows, `novel` is judged on the
 * loaded rows of the novel that the named ids lead to.
 */
export type PermissionRule =
  | { readonly scope: 'public'; readonly why: string }
  | { readonly scope: 'session' }
  | { readonly scope: 'novel'; readonly needs: NovelNeed; readonly by: NovelLocator };

/** Anyone may call; `why` says what makes that harmless. */
export const anyone = (why: string): PermissionRule => ({ scope: 'public', why });

/** Any signed-in user, on rows found through that user's own id. */
export const signedIn: PermissionRule = { scope: 'session' };

/** A member of the novel whose string carries the flag; `by` names the ids that lead to the novel. */
export const onNovel = (needs: NovelNeed, by: NovelLocator): PermissionRule => ({
  scope: 'novel',
  needs,
  by,
});
