import { promises as fs } from 'node:fs';
import path from 'node:path';
import { narrationClassName } from '@huaben/contract';
import { suggestSpeakers } from '@huaben/casting';
import {
  applySuggestions,
  castingParagraphs,
  decodeText,
  manuscriptFromText,
  splitBook,
} from '@huaben/manuscript';
import { sql } from 'kysely';
import { EditorState } from 'prosemirror-state';
import type { Trx } from '../../platform/db/database.ts';
import type { CallContext } from '../../platform/http/handler.ts';
import { newId } from '../../platform/ids.ts';
import { findDemoUser, insertUser } from '../account/index.ts';
import { defaultStyle, findRole, insertRole, refreshRoleCount, setVoice } from '../cast/index.ts';
import { contentOfDocument, contentOfText, insertChapters, newLineId } from '../chapter/index.ts';
import { createNovel } from '../novel/index.ts';

const book = path.join(import.meta.dirname, '../../../assets/nahan.txt');
/** The chapter that is marked, by the same rules that every user's chapters get. */
const markedChapter = '故乡';
/** Less sure suggestions stay open, so that there is something to try. */
const surely = 0.6;

const cast = [
  { names: ['我', '迅哥儿'], sex: 'male', voice: 'espeak-ng:man' },
  { names: ['母亲', '老太太'], sex: 'female', voice: 'espeak-ng:elder-woman' },
  { names: ['闰土'], sex: 'male', voice: 'espeak-ng:deep-man' },
  { names: ['杨二嫂', '豆腐西施'], sex: 'female', voice: 'espeak-ng:woman' },
  { names: ['宏儿'], sex: 'male', voice: 'espeak-ng:boy' },
  { names: ['水生'], sex: 'male', voice: 'espeak-ng:youth' },
] as const;

interface DemoRole {
  readonly roleId: string;
  readonly names: readonly string[];
  readonly sex: 'male' | 'female';
}

async function insertCast(trx: Trx, novelId: string): Promise<DemoRole[]> {
  const narration = await findRole(trx, novelId, narrationClassName);
  if (narration)
    await setVoice(trx, novelId, narration.id, { voice_id: 'espeak-ng:narrator', rate: 1, pitch: 0 });
  const roles: DemoRole[] = [];
  for (const [index, { names, sex, voice }] of cast.entries()) {
    const roleId = await insertRole(trx, novelId, {
      names,
      sex,
      description: '',
      cv: '',
      crewNumber: '',
      style: defaultStyle(index),
    });
    await setVoice(trx, novelId, roleId, { voice_id: voice, rate: 1, pitch: 0 });
    roles.push({ roleId, names, sex });
  }
  await refreshRoleCount(trx, novelId);
  return roles;
}

function markedDocument(text: string, roster: readonly DemoRole[]) {
  const doc = manuscriptFromText(text, newLineId);
  const suggestions = suggestSpeakers({ paragraphs: castingParagraphs(doc), roster }).flatMap(
    ({ lineId, candidates, confidence }) => {
      const roleId = candidates[0]?.roleId ?? null;
      return roleId === null || confidence < surely
        ? []
        : [{ lineId, roleId, origin: 'rule' as const, confidence }];
    },
  );
  let state = EditorState.create({ doc });
  applySuggestions(suggestions)(state, (tr) => (state = state.apply(tr)));
  return state.doc;
}

async function insertBook(trx: Trx, userId: string): Promise<void> {
  const novelId = await createNovel(trx, { name: '呐喊', genre: '名著', creatorId: userId });
  const roster = await insertCast(trx, novelId);
  const { text } = decodeText(await fs.readFile(book), 'utf-8');
  const chapters = splitBook(text).map(({ title, bodyFrom, to }) => {
    const id = newId();
    const body = text.slice(bodyFrom, to).trim();
    const content =
      title === markedChapter ? contentOfDocument(markedDocument(body, roster), id) : contentOfText(body, id);
    return { id, name: title, content };
  });
  await insertChapters(trx, novelId, userId, chapters);
}

/** The trial account with 《呐喊》 and one marked chapter; made at the first click. */
export async function ensureDemo({ trx }: CallContext): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtext('demo account'))`.execute(trx);
  const found = await findDemoUser(trx);
  if (found) return found.id;
  const userId = await insertUser(trx, {
    name: '体验账号',
    country: null,
    phone: null,
    passwordHash: null,
    sex: '',
    demo: true,
  });
  await insertBook(trx, userId);
  return userId;
}
