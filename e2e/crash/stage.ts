import { narrationClassName } from '@huaben/contract';
import { createApi, untilAnswered } from './api.ts';
import type { Api, WireTally } from './api.ts';
import { emptyRecord } from './save-record.ts';
import type { ChapterRecord } from './save-record.ts';
import { must } from './violation.ts';

/** A novel with chapters to write and a cast that can speak. */
export interface Stage {
  readonly novelId: string;
  readonly roleIds: readonly [string, ...string[]];
  readonly records: readonly ChapterRecord[];
}

/** Signs in as the trial account with a session of its own. */
export async function signIn(origin: string, tally: WireTally): Promise<Api> {
  const { token } = await untilAnswered(() => createApi(origin, null, tally).account.demoLogin({}));
  return createApi(origin, token, tally);
}

/** Makes the novel; nothing is killed yet. */
export async function setStage(api: Api, chapterCount: number): Promise<Stage> {
  const { id: novelId } = await api.novel.addNovel({ name: '断电夜谈' });
  const { list: voices } = await api.synthesis.listVoices({});
  const roleIds: string[] = [];
  for (const name of ['老周', '阿青', '掌柜']) {
    const role = await api.cast.addRole({ productNumber: novelId, name: JSON.stringify([name]), sex: '' });
    roleIds.push(role.id);
  }
  const speakers = [narrationClassName, ...roleIds];
  for (const [index, id] of speakers.entries()) {
    const voice = voices[index % voices.length];
    must(voice !== undefined, 'the product has voices');
    await api.cast.setRoleVoice({ productId: novelId, id, timbre: voice.id, rate: 1, pitch: 0 });
  }
  const records: ChapterRecord[] = [];
  for (let number = 1; number <= chapterCount; number++) {
    const { id } = await api.chapter.addChapter({
      productId: novelId,
      name: `第${number}章`,
      text: '从前有座山。',
    });
    records.push(emptyRecord(id));
  }
  const [first, ...others] = roleIds;
  must(first !== undefined, 'the novel has roles');
  return { novelId, roleIds: [first, ...others], records };
}
