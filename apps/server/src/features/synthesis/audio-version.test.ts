import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildMember, buildUser, refusalOf } from '../../testing/factories.ts';
import type { TestUser } from '../../testing/factories.ts';
import { buildApp } from '../../testing/test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { buildStage, giveVoice, rewrite, stageText, synthesise, toneEngine } from './synthesis.testing.ts';

const tone = toneEngine();
let test: TestApp;
let user: TestUser;

beforeAll(async () => {
  test = await buildApp({ engines: [tone.engine] });
  user = await buildUser(test);
});
afterAll(() => test.close());

/** Adds a chapter with the given text. */
const addChapter = async (novelId: string, text: string): Promise<string> => {
  const { id } = await user.api.chapter.addChapter({ productId: novelId, name: '又一章', text });
  return id;
};

describe('audio versions', () => {
  it('give lines whose times and parts fit the sound exactly', async () => {
    const stage = await buildStage(user);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const { list, lines } = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    const [version] = list;
    if (!version) throw new Error('no version');
    expect(lines.map(({ roleId, lineId, paragraph }) => [roleId, lineId, paragraph])).toEqual([
      ['noLine', null, 0],
      [stage.roleId, 'l1', 1],
      ['noLine', null, 1],
      [stage.roleId, 'l2', 2],
      ['noLine', null, 2],
      ['noLine', 'l3', 3],
    ]);
    const samplesOf = async (from: number, to: number): Promise<Buffer> => {
      const wav = await user.api.synthesis.audioPart({ versionId: version.id, from, to });
      expect(wav.toString('latin1', 0, 4)).toBe('RIFF');
      expect(wav.readUInt32LE(24)).toBe(22_050);
      expect(wav.readUInt32LE(40)).toBe(wav.length - 44);
      return wav.subarray(44);
    };
    const whole = await samplesOf(0, 6);
    expect(Math.round((whole.length / 2 / 22_050) * 1000)).toBe(version.durationMs);
    const parts = await Promise.all(lines.map((_, index) => samplesOf(index, index + 1)));
    expect(Buffer.concat(parts).equals(whole)).toBe(true);
    let at = 0;
    for (const [index, part] of parts.entries()) {
      expect(lines[index]?.startMs).toBe(Math.round((at / 22_050) * 1000));
      at += part.length / 2;
    }
    // The pause behind the last line is part of it: two seconds of silence at the end of a chapter.
    expect(whole.subarray(-2 * 2 * 22_050).every((byte) => byte === 0)).toBe(true);
    expect(whole.subarray(0, 22_050).some((byte) => byte !== 0)).toBe(true);
  });

  it('refuse parts that are not there, not allowed, or too long', async () => {
    const stage = await buildStage(user);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const { list } = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    const versionId = list[0]?.id ?? '';
    const part = (from: number, to: number) => user.api.synthesis.audioPart({ versionId, from, to });
    for (const [from, to] of [
      [0, 7],
      [3, 3],
      [4, 2],
      [6, 7],
    ] as const)
      expect((await refusalOf(part(from, to))).refusal).toBe('AUDIO_MISSING');
    const stranger = await buildUser(test);
    const stolen = stranger.api.synthesis.audioPart({ versionId, from: 0, to: 1 });
    expect((await refusalOf(stolen)).refusal).toBe('NOT_ALLOWED');
    const pause = '<i data-pause="p" data-ms="60000"></i>';
    const body = Array.from(
      { length: 6 },
      (_, index) => `<p>第${index}句。${pause.replace('"p"', `"p${index}"`)}</p>`,
    );
    await rewrite(user, stage.chapterId, body.join(''));
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const long = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    const longId = long.list[0]?.id ?? '';
    const wanted = user.api.synthesis.audioPart({ versionId: longId, from: 0, to: 5 });
    expect((await refusalOf(wanted)).refusal).toBe('BAD_REQUEST');
    await expect(user.api.synthesis.audioPart({ versionId: longId, from: 0, to: 4 })).resolves.toBeInstanceOf(
      Buffer,
    );
  });

  it('become stale with the text and fresh again with it', async () => {
    const stage = await buildStage(user);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const look = () => user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    expect(await look()).toMatchObject({ stale: false, toRender: 0 });
    await rewrite(user, stage.chapterId, stageText(stage.roleId, '改了'));
    expect(await look()).toMatchObject({ stale: true, toRender: 1 });
    await rewrite(user, stage.chapterId, stageText(stage.roleId, stage.mark));
    expect(await look()).toMatchObject({ stale: false, toRender: 0 });
  });

  it('let an old version become the newest without touching it', async () => {
    const stage = await buildStage(user);
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    await giveVoice(user, stage.novelId, stage.roleId, 'tone:c');
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    const { list } = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    const [second, first] = list;
    if (!first || !second) throw new Error('two versions wanted');
    const stranger = await buildUser(test);
    expect(
      (await refusalOf(stranger.api.synthesis.chooseAudioVersion({ versionId: first.id }))).refusal,
    ).toBe('NOT_ALLOWED');
    expect((await user.api.synthesis.chooseAudioVersion({ versionId: second.id })).id).toBe(second.id);
    const third = await user.api.synthesis.chooseAudioVersion({ versionId: first.id });
    expect(third).toMatchObject({ number: 3, current: true, durationMs: first.durationMs });
    const soundOf = (versionId: string) => user.api.synthesis.audioPart({ versionId, from: 0, to: 6 });
    expect((await soundOf(third.id)).equals(await soundOf(first.id))).toBe(true);
    expect((await soundOf(third.id)).equals(await soundOf(second.id))).toBe(false);
  });

  it('are deleted with the sound that nobody else needs, and only that', async () => {
    const stage = await buildStage(user);
    const shared = `${stage.mark}共有的一句。`;
    const second = await addChapter(stage.novelId, shared);
    await rewrite(user, stage.chapterId, `<p>${shared}</p><p>自己的一句。</p>`);
    // One chapter renders the shared line, in one blob with its own; the other finds it in the cache.
    await synthesise(test, user, stage.novelId, [stage.chapterId]);
    await synthesise(test, user, stage.novelId, [second]);
    const member = await buildUser(test);
    await buildMember(test, stage.novelId, member.id, '01111110');
    const refused = member.api.synthesis.deleteAudio({ chapterId: stage.chapterId });
    expect((await refusalOf(refused)).refusal).toBe('NOT_ALLOWED');
    const segments = () =>
      test.db
        .selectFrom('speech_segments')
        .select('blob_key')
        .where('novel_id', '=', stage.novelId)
        .execute();
    const [{ blob_key: blobKey } = { blob_key: '' }] = await segments();
    await user.api.synthesis.deleteAudio({ chapterId: stage.chapterId });
    await test.runJobs();
    expect(await segments()).toHaveLength(1);
    const gone = await user.api.synthesis.listAudioVersions({ chapterId: stage.chapterId });
    expect(gone).toMatchObject({ list: [], lines: [], stale: false, toRender: 1 });
    const other = await user.api.synthesis.listAudioVersions({ chapterId: second });
    const versionId = other.list[0]?.id ?? '';
    await expect(user.api.synthesis.audioPart({ versionId, from: 0, to: 1 })).resolves.toBeInstanceOf(Buffer);
    await expect(test.blobs.read(blobKey)).resolves.toBeInstanceOf(Buffer);
    await user.api.synthesis.deleteAudio({ chapterId: second });
    await test.runJobs();
    expect(await segments()).toHaveLength(0);
    await expect(test.blobs.read(blobKey)).rejects.toThrow('ENOENT');
  });
});
