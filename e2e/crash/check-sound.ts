import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { SpokenSegment } from '@huaben/manuscript';
import type { Snapshot } from './database.ts';
import { must } from './violation.ts';

interface SegmentRow {
  hash: string;
  blob_key: string;
  byte_offset: string;
  samples: number;
  sample_rate: number;
  created: string;
}

const bytesPerSample = 2;

/** What the novel's sound looked like at the last look: nothing of it may ever change. */
export class SoundLedger {
  readonly #blobs: string;
  readonly #rows = new Map<string, string>();
  readonly #digests = new Map<string, string>();

  constructor(dataDir: string) {
    this.#blobs = path.join(dataDir, 'blobs');
  }

  /** Lines that have been rendered so far. */
  get rendered(): number {
    return this.#rows.size;
  }

  /** Every rendered line is there, unchanged, backed by its bytes, and counted once. `again` reads old blobs too. */
  async check(rows: Snapshot, novelId: string, again: boolean): Promise<void> {
    const segments = await rows<SegmentRow>(
      `select hash, blob_key, byte_offset, samples, sample_rate, created_at::text as created
       from speech_segments where novel_id = $1 order by blob_key, byte_offset`,
      [novelId],
    );
    const present = new Map(segments.map((segment) => [segment.hash, JSON.stringify(segment)]));
    must(present.size === segments.length, 'one row for each sound');
    for (const [hash, seen] of this.#rows)
      must(present.get(hash) === seen, 'a rendered line is never replaced', { seen, now: present.get(hash) });
    for (const [hash, row] of present) this.#rows.set(hash, row);
    for (const [key, parts] of Map.groupBy(segments, (segment) => segment.blob_key))
      this.#checkBlob(key, parts, again);
    const [counted] = await rows<{ rendered: number }>(
      `select coalesce(sum(i.rendered_count), 0)::int as rendered
       from task_items i join tasks t on t.id = i.task_id where t.novel_id = $1`,
      [novelId],
    );
    const detail = { counted: counted?.rendered, rows: segments.length };
    must(counted?.rendered === segments.length, 'every rendered line is counted once', detail);
  }

  #checkBlob(key: string, parts: readonly SegmentRow[], again: boolean): void {
    const known = this.#digests.get(key);
    if (known !== undefined && !again) return;
    const file = path.join(this.#blobs, key);
    must(existsSync(file), 'a rendered line has its sound', { key });
    let end = 0;
    for (const part of parts) {
      must(Number(part.byte_offset) === end && part.samples > 0, 'sounds lie one behind the other', {
        part,
        end,
      });
      end += part.samples * bytesPerSample;
    }
    must(statSync(file).size === end, 'a sound has the length that its row says', {
      key,
      end,
      size: statSync(file).size,
    });
    const digest = createHash('sha256').update(readFileSync(file)).digest('hex');
    must(known === undefined || known === digest, 'a stored sound never changes', { key });
    this.#digests.set(key, digest);
  }
}

interface VersionLine {
  hash: string;
  lineId: string | null;
  paragraph: number;
  from: number;
  to: number;
  startSample: number;
  samples: number;
  gapSamples: number;
}

/** A finished item: each line of the text once, in order, and exactly those counted that had to be rendered. */
export async function checkFinishedItem(
  rows: Snapshot,
  expected: {
    novelId: string;
    itemId: string;
    revisionId: string;
    lines: readonly SpokenSegment[];
    before: ReadonlySet<string>;
  },
): Promise<void> {
  const { novelId, itemId, revisionId, lines: wanted, before } = expected;
  const versions = await rows<{
    state: string;
    line_count: number;
    done_count: number;
    rendered_count: number;
    revision_id: string;
    current: boolean;
    samples: string;
    lines: VersionLine[];
  }>(
    `select i.state, i.line_count, i.done_count, i.rendered_count, v.revision_id, v.current, v.samples, v.lines
     from task_items i join audio_versions v on v.task_item_id = i.id where i.id = $1 and i.version_id = v.id`,
    [itemId],
  );
  const [version] = versions;
  must(version !== undefined && versions.length === 1, 'a finished item has one audio version', { itemId });
  const { lines, ...told } = version;
  must(version.current && version.revision_id === revisionId, 'the version speaks the saved text', {
    itemId,
    told,
  });
  must(version.state === 'done' && version.line_count === wanted.length, 'every line is counted', {
    told,
    wanted: wanted.length,
  });
  must(version.done_count === wanted.length && lines.length === wanted.length, 'every line is done', {
    told,
  });
  const segments = await rows<{ hash: string; samples: number }>(
    'select hash, samples from speech_segments where novel_id = $1',
    [novelId],
  );
  const samplesOf = new Map(segments.map(({ hash, samples }) => [hash, samples]));
  let at = 0;
  wanted.forEach((line, index) => {
    const spoken = lines[index];
    const same = spoken?.paragraph === line.paragraph && spoken.from === line.from && spoken.to === line.to;
    must(spoken !== undefined && same, 'each line is there once, in its place', { index, spoken, line });
    must(spoken.startSample === at, 'lines follow one another', { index, spoken, at });
    must(spoken.samples === samplesOf.get(spoken.hash), 'a line has its sound', { index, spoken });
    at += spoken.samples + spoken.gapSamples;
  });
  must(Number(version.samples) === at, 'the version is as long as its lines', { told, at });
  const fresh = new Set(lines.map(({ hash }) => hash).filter((hash) => !before.has(hash)));
  const detail = { itemId, rendered: version.rendered_count, fresh: fresh.size };
  must(version.rendered_count === fresh.size, 'no line is rendered or counted twice', detail);
}
