import { Refusal } from '@huaben/contract';
import type { contract } from '@huaben/contract';
import { mustBeWritable } from '@huaben/domain';
import type { Handlers } from '../../platform/http/handler.ts';
import { newId } from '../../platform/ids.ts';
import { roleNameKey } from '../cast/index.ts';
import { invokeJob, invokeJobKey } from './invoke-job.ts';
import * as store from './roster.store.ts';

type RosterCalls = Pick<(typeof contract)['autoMarking'], 'findRoster' | 'rosterInfo'>;

/** Words in which characters are looked for at once. */
const mostWords = 3_000_000;

/** The calls that find the characters of a novel. */
export const rosterHandlers: Handlers<RosterCalls> = {
  async findRoster({ trx, novel, actor, enqueue }, { chapterIds }) {
    mustBeWritable(novel);
    const words = await store.charactersOf(trx, chapterIds);
    if (words > mostWords)
      throw new Refusal('BAD_REQUEST', {
        text: `所选章节共 ${words} 字，一次最多在 ${mostWords} 字中找角色，请少选一些章节`,
      });
    const rosterId = newId();
    await store.removeSearches(trx, novel.novelId, actor.userId);
    await store.insertRosterSearch(trx, {
      id: rosterId,
      novelId: novel.novelId,
      userId: actor.userId,
      chapterIds,
    });
    await enqueue(invokeJob, { invokeId: rosterId }, { key: invokeJobKey(rosterId) });
    return { rosterId };
  },
  async rosterInfo({ trx, novel }, { rosterId }) {
    const search = await store.findRosterSearch(trx, novel.novelId, rosterId);
    if (!search) throw new Refusal('NOT_ALLOWED');
    const discovered = search.discovered ?? [];
    const roles = await store.rolesByName(
      trx,
      novel.novelId,
      discovered.flatMap(({ name, aliases }) => [name, ...aliases]),
    );
    const names = discovered.map(({ name, aliases, sex, mentions, lines }) => ({
      name,
      aliases: [...aliases],
      sex: sex ?? ('' as const),
      lines: lines ?? 0,
      mentions,
      role:
        [name, ...aliases]
          .flatMap((one) => roles.get(roleNameKey(one)) ?? [])
          .find((role) => !role.discarded) ??
        roles.get(roleNameKey(name)) ??
        null,
    }));
    return {
      rosterId,
      state: search.state,
      message: search.message,
      names: names.toSorted((a, b) => b.lines - a.lines || b.mentions - a.mentions),
    };
  },
};
