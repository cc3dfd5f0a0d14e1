import { Readable } from 'node:stream';
import { Refusal } from '@huaben/contract';
import type { contract } from '@huaben/contract';
import { mustNotBeBinned } from '@huaben/domain';
import { wavHeader } from '@huaben/sound';
import type { BlobStore } from '../../platform/blobs/blob-store.ts';
import type { StoredSpokenLine } from '../../platform/db/schema.ts';
import type { Handlers } from '../../platform/http/handler.ts';
import { newId } from '../../platform/ids.ts';
import * as versions from './audio-version.store.ts';
import type { VersionHead } from './audio-version.store.ts';
import { findSegments } from './item-run.store.ts';
import { distinctSounds, speakingPlan } from './speaking-plan.ts';
import type { PlannedLine } from './speaking-plan.ts';
import { readSound, sampleBytes, soundBytes } from './stored-sound.ts';
import { removeBlobsJob } from './synthesis.jobs.ts';
import { wireSpokenLine, wireVersion } from './synthesis.shapes.ts';
import * as store from './synthesis.store.ts';

type AudioCalls = Pick<
  typeof contract.synthesis,
  'listAudioVersions' | 'chooseAudioVersion' | 'deleteAudio' | 'audioPart'
>;

/** The longest sound of one request: about 13 MB. */
const longestPartSeconds = 300;
const keysInJob = 500;

/** Whether a new synthesis would sound different: other words, voices, speakers, order or pauses. */
function differs(plan: readonly PlannedLine[], lines: readonly StoredSpokenLine[], rate: number): boolean {
  return (
    plan.length !== lines.length ||
    plan.some((planned, index) => {
      const line = lines[index];
      return (
        line?.hash !== planned.hash ||
        line.lineId !== planned.lineId ||
        line.roleId !== planned.roleId ||
        line.gapSamples !== Math.round((planned.gapAfterMs / 1000) * rate)
      );
    })
  );
}

async function mustFindHead(head: Promise<VersionHead | undefined>): Promise<VersionHead> {
  const found = await head;
  if (!found) throw new Refusal('NOT_ALLOWED');
  return found;
}

/** The calls about the audio versions of a chapter and their sound. */
export const audioHandlers = ({ blobs }: { readonly blobs: BlobStore }): Handlers<AudioCalls> => ({
  async listAudioVersions({ trx, novel }, { chapterId }) {
    const [chapter] = await store.loadChapterTexts(trx, novel.novelId, [chapterId]);
    if (!chapter) throw new Refusal('NOT_ALLOWED');
    const heads = await versions.listVersionHeads(trx, chapterId);
    const current = await versions.findCurrentVersion(trx, chapterId);
    const plan = speakingPlan(chapter.html, await store.loadCast(trx, novel.novelId));
    const sounds = distinctSounds(plan).map((line) => line.hash);
    const cached = await store.cachedHashes(trx, novel.novelId, sounds);
    const rate = current?.sample_rate ?? 0;
    return {
      list: heads.map(wireVersion),
      lines: current ? current.lines.map((line, index) => wireSpokenLine(line, index, rate)) : [],
      stale: current !== undefined && differs(plan, current.lines, rate),
      toRender: sounds.filter((hash) => !cached.has(hash)).length,
    };
  },

  async chooseAudioVersion({ trx, novel }, { versionId }) {
    mustNotBeBinned(novel);
    await versions.lockSound(trx, novel.novelId);
    const chosen = await versions.findVersion(trx, novel.novelId, versionId);
    if (!chosen) throw new Refusal('NOT_ALLOWED');
    // The current version chosen again, or a click repeated, changes nothing.
    if (chosen.current) return wireVersion(await mustFindHead(versions.findVersionHead(trx, chosen.id)));
    const id = newId();
    await versions.insertCurrentVersion(trx, {
      id,
      chapterId: chosen.chapter_id,
      revisionId: chosen.revision_id,
      taskItemId: null,
      sampleRate: chosen.sample_rate,
      samples: chosen.samples,
      lines: chosen.lines,
    });
    return wireVersion(await mustFindHead(versions.findVersionHead(trx, id)));
  },

  async deleteAudio({ trx, novel, enqueue }, { chapterId }) {
    mustNotBeBinned(novel);
    await versions.lockSound(trx, novel.novelId);
    const keys = await versions.deleteVersions(trx, novel.novelId, chapterId);
    // The blobs go after the commit: a version that survives a rollback still needs them.
    for (let start = 0; start < keys.length; start += keysInJob) {
      const some = keys.slice(start, start + keysInJob);
      await enqueue(removeBlobsJob, { novelId: novel.novelId, keys: some });
    }
    return {};
  },

  async audioPart({ trx, novel }, { versionId, from, to }) {
    const version = await versions.findVersion(trx, novel.novelId, versionId);
    const lines = version?.lines.slice(from, to) ?? [];
    if (!version || lines.length !== to - from || lines.length === 0) {
      throw new Refusal('AUDIO_MISSING', { text: '这一版音频没有这些台词，请刷新页面后重试' });
    }
    const bytes = soundBytes(lines);
    if (bytes / sampleBytes > longestPartSeconds * version.sample_rate) {
      throw new Refusal('BAD_REQUEST', {
        text: `一次最多取 ${longestPartSeconds / 60} 分钟的声音，请分段获取`,
      });
    }
    const hashes = lines.map((line) => line.hash);
    const segments = await findSegments(trx, novel.novelId, hashes);
    if (lines.some((line) => !segments.has(line.hash))) throw new Refusal('AUDIO_MISSING');
    const header = Buffer.from(wavHeader(bytes, version.sample_rate));
    const body = async function* () {
      yield header;
      yield* readSound(blobs, lines, segments);
    };
    return {
      type: 'audio/wav',
      fileName: null,
      length: header.length + bytes,
      body: Readable.from(body(), { objectMode: false }),
    };
  },
});
