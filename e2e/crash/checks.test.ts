import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkCounters, checkSaves } from './check-saves.ts';
import { SoundLedger } from './check-sound.ts';
import type { Snapshot } from './database.ts';
import { draftOf, storyText } from './manuscript-texts.ts';
import { seededRandom } from './random.ts';
import { emptyRecord } from './save-record.ts';

/** Answers each query with the rows of the first table it names. */
const rowsOf =
  (tables: Readonly<Record<string, readonly object[]>>): Snapshot =>
  async <R>(sql: string) => {
    const table = Object.keys(tables).find((name) => sql.includes(`from ${name}`) && !sql.includes('sha256'));
    return (table === undefined ? [] : tables[table]) as R[];
  };

const chapterId = '0190a000-0000-7000-8000-000000000001';

/** A chapter with two acknowledged saves, as client and database see it. */
function twoSaves() {
  const random = seededRandom(1, 1);
  const record = emptyRecord(chapterId);
  const drafts = [1, 2].map((n) => draftOf(storyText(random, `t${n}`, 200), chapterId, random, ['r'], 0));
  const revisions = [{ id: 'v1', number: 1, kind: 'import', base_number: null, hash: 'import' } as object];
  const saves: object[] = [];
  drafts.forEach(({ html: _html, ...draft }, index) => {
    const [saveId, revisionId, number] = [`s${index}`, `v${index + 2}`, index + 2];
    record.sent.set(saveId, draft.hash);
    record.acknowledged.set(saveId, { saveId, revisionId, number, draft });
    const counts = {
      word_count: draft.wordCount,
      line_count: draft.lineCount,
      unassigned_count: draft.unassignedCount,
    };
    revisions.push({
      id: revisionId,
      number,
      kind: 'save',
      base_number: number - 1,
      hash: draft.hash,
      ...counts,
    });
    saves.push({ save_id: saveId, revision_id: revisionId, content_hash: draft.hash });
  });
  const head = { ...revisions[2], revision: 3, html: drafts[1]?.html };
  return {
    record,
    tables: { chapter_revisions: revisions, chapter_saves: saves, chapters: [head], chapter_role_counts: [] },
  };
}

const check = ({ record, tables }: ReturnType<typeof twoSaves>) =>
  checkSaves(rowsOf(tables), record, new Set(record.acknowledged.keys()), true, new Map());

describe('the checks of saves', () => {
  test('pass when the database is what was acknowledged', async () => {
    await check(twoSaves());
  });

  test('notice a lost save at the end of the history', async () => {
    const seen = twoSaves();
    seen.tables.chapter_revisions.pop();
    await expect(check(seen)).rejects.toThrow('an acknowledged save is there');
  });

  test('notice a gap', async () => {
    const seen = twoSaves();
    seen.tables.chapter_revisions.splice(1, 1);
    await expect(check(seen)).rejects.toThrow('no gap');
  });

  test('notice a save that became two revisions', async () => {
    const seen = twoSaves();
    seen.tables.chapter_revisions.push({
      ...seen.tables.chapter_revisions[2],
      id: 'v4',
      number: 4,
      base_number: 3,
    });
    await expect(check(seen)).rejects.toThrow('two revisions');
  });

  test('notice another text under an acknowledged revision', async () => {
    const seen = twoSaves();
    const [, first, second] = seen.tables.chapter_revisions;
    Object.assign(first ?? {}, { id: 'v3' });
    Object.assign(second ?? {}, { id: 'v2' });
    await expect(check(seen)).rejects.toThrow('what was sent');
  });

  test('notice a chapter that shows an old revision', async () => {
    const seen = twoSaves();
    Object.assign(seen.tables.chapters[0] ?? {}, { id: 'v2', revision: 2 });
    await expect(check(seen)).rejects.toThrow('newest revision');
  });

  test('notice a refused text that was not kept', async () => {
    const seen = twoSaves();
    seen.record.refused.add('s9');
    await expect(check(seen)).rejects.toThrow('refused text');
  });

  test('notice a counter that is off by one', async () => {
    const counts = {
      chapters: 2,
      marked: 1,
      words: 9,
      roles: 3,
      chaptersTold: 2,
      markedTold: 1,
      wordsTold: 8,
      rolesTold: 3,
    };
    await expect(checkCounters(rowsOf({ novels: [counts] }), 'n')).rejects.toThrow('counters');
    await checkCounters(rowsOf({ novels: [{ ...counts, wordsTold: 9 }] }), 'n');
  });
});

describe('the checks of sound', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'huaben-crash-checks-'));
    mkdirSync(path.join(folder, 'blobs'));
    writeFileSync(path.join(folder, 'blobs', 'b'), Buffer.alloc(20));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const segment = {
    hash: 'h',
    blob_key: 'b',
    byte_offset: '0',
    samples: 10,
    sample_rate: 22050,
    created: 'then',
  };
  const look = (ledger: SoundLedger, segments: object[], rendered: number) =>
    ledger.check(rowsOf({ speech_segments: segments, task_items: [{ rendered }] }), 'n', true);

  test('pass when each row has its bytes and is counted once', async () => {
    const ledger = new SoundLedger(folder);
    await look(ledger, [segment], 1);
    await look(ledger, [segment], 1);
    expect(ledger.rendered).toBe(1);
  });

  test('notice a line that was counted twice', async () => {
    await expect(look(new SoundLedger(folder), [segment], 2)).rejects.toThrow('counted once');
  });

  test('notice a line that was replaced or has gone', async () => {
    const ledger = new SoundLedger(folder);
    await look(ledger, [segment], 1);
    await expect(look(ledger, [{ ...segment, created: 'later' }], 1)).rejects.toThrow('never replaced');
    await expect(look(ledger, [], 0)).rejects.toThrow('never replaced');
  });

  test('notice sound that is cut short or altered', async () => {
    const ledger = new SoundLedger(folder);
    await look(ledger, [segment], 1);
    writeFileSync(path.join(folder, 'blobs', 'b'), Buffer.alloc(20, 1));
    await expect(look(ledger, [segment], 1)).rejects.toThrow('never changes');
    writeFileSync(path.join(folder, 'blobs', 'b'), Buffer.alloc(18));
    await expect(look(ledger, [segment], 1)).rejects.toThrow('length');
  });
});
