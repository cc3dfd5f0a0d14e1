import { narrationClassName, Refusal } from '@huaben/contract';
import type { contract } from '@huaben/contract';
import { mustBeWritable, mustNotBeBinned } from '@huaben/domain';
import { isUniqueViolation } from '../../platform/db/database.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { CallContext, Handlers } from '../../platform/http/handler.ts';
import { defaultStyle, narrationStyle, roleOf } from './cast.shapes.ts';
import * as store from './cast.store.ts';

type Calls = (typeof contract)['cast'];

/** Most roles of one novel, discarded ones included. */
const roleLimit = 10_000;

/** Gives a new novel its narration role. */
export const insertNarration = (trx: Trx, novelId: string): Promise<string> =>
  store.insertRole(
    trx,
    novelId,
    { names: ['（旁白）'], sex: '', description: '（旁白）', cv: '', crewNumber: '', style: narrationStyle },
    true,
  );

async function mustFind(trx: Trx, novelId: string, wireId: string): Promise<store.RoleRow> {
  const row = await store.findRole(trx, novelId, wireId);
  if (!row) throw new Refusal('NOT_ALLOWED');
  return row;
}

/** Runs a write that claims names; a taken one is refused by its own sentence. */
async function claiming<T>(names: readonly string[], write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error, 'role_names_pkey')) throw error;
    throw new Refusal('ROLE_NAME_TAKEN', {
      text: `角色名“${names.join('、')}”中有已存在的名字（含废弃角色），请换一个或恢复原角色`,
    });
  }
}

async function changed({ trx, novel, record }: CallContext): Promise<void> {
  await store.refreshRoleCount(trx, novel.novelId);
  await record('cast.changed', { novelId: novel.novelId });
}

/** What the cast handlers need beside the transaction. */
export interface CastServices {
  /** Whether a voice of this id is on offer. */
  hasVoice(voiceId: string): boolean;
}

/** Handlers of the cast calls. */
export function castHandlers({ hasVoice }: CastServices): Handlers<Calls> {
  return {
    listRoles: async ({ trx, novel }) => ({ list: (await store.listRoles(trx, novel.novelId)).map(roleOf) }),
    listDiscardedRoles: async ({ trx, novel }) => ({
      list: (await store.listDiscarded(trx, novel.novelId)).map(roleOf),
    }),
    addRole: async (context, { name: names, sex, description, cv, crewNumber, style }) => {
      const { trx, novel } = context;
      mustBeWritable(novel);
      const count = await store.countRoles(trx, novel.novelId);
      if (count >= roleLimit) throw new Refusal('ROLE_LIMIT');
      const fields = { names, sex, description, cv, crewNumber, style: style ?? defaultStyle(count - 1) };
      const id = await claiming(names, () => store.insertRole(trx, novel.novelId, fields));
      await changed(context);
      return roleOf(await mustFind(trx, novel.novelId, id));
    },
    editRole: async (context, { id, name: names, sex, description, cv, crewNumber, style }) => {
      const { trx, novel } = context;
      mustBeWritable(novel);
      const row = await mustFind(trx, novel.novelId, id);
      const fields = {
        names: row.narration ? row.names : names,
        sex,
        description,
        cv,
        crewNumber,
        style: style ?? (row.style as ReturnType<typeof defaultStyle>),
      };
      await claiming(names, () => store.updateRole(trx, novel.novelId, row.id, fields));
      await changed(context);
      return roleOf(await mustFind(trx, novel.novelId, id));
    },
    topRole: async (context, { id, isTopping }) => {
      mustNotBeBinned(context.novel);
      const row = await mustFind(context.trx, context.novel.novelId, id);
      await store.setTopped(context.trx, context.novel.novelId, row.id, isTopping === 1);
      await changed(context);
      return {};
    },
    discardRoles: async (context, { ids }) => {
      mustBeWritable(context.novel);
      if ((await store.setDiscarded(context.trx, context.novel.novelId, ids, true)) !== ids.length)
        throw new Refusal('NOT_ALLOWED');
      await changed(context);
      return {};
    },
    restoreRoles: async (context, { ids }) => {
      mustBeWritable(context.novel);
      if ((await store.setDiscarded(context.trx, context.novel.novelId, ids, false)) !== ids.length)
        throw new Refusal('NOT_ALLOWED');
      await changed(context);
      return {};
    },
    setRoleVoice: async (context, { id, timbre, rate, pitch }) => {
      const { trx, novel } = context;
      mustBeWritable(novel);
      if (timbre !== '' && !hasVoice(timbre)) throw new Refusal('VOICE_UNKNOWN');
      const row = await mustFind(trx, novel.novelId, id);
      await store.setVoice(trx, novel.novelId, row.id, { voice_id: timbre, rate, pitch });
      await changed(context);
      return {};
    },
    hotKeys: async ({ trx, novel }) => ({ hotKey: (await store.hotKeys(trx, novel.novelId)).hot_keys }),
    editHotKeys: async (context, { hotKey }) => {
      const { trx, novel } = context;
      mustBeWritable(novel);
      const known = new Set(
        (await store.listRoles(trx, novel.novelId)).map((row) =>
          row.narration ? narrationClassName : row.id,
        ),
      );
      if (Object.values(hotKey).some((id) => !known.has(id)))
        throw new Refusal('BAD_REQUEST', { text: '快捷键指向的角色不存在，请刷新角色列表后重试' });
      await store.setHotKeys(trx, novel.novelId, hotKey);
      await changed(context);
      return {};
    },
  };
}
