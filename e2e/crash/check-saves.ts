import { lineStats, parseManuscript } from '@huaben/manuscript';
import type { Snapshot } from './database.ts';
import type { ChapterRecord } from './save-record.ts';
import { must } from './violation.ts';

interface Revision {
  id: string;
  number: number | null;
  kind: string;
  base_number: number | null;
  hash: string;
  word_count: number;
  line_count: number;
  unassigned_count: number;
}

/** Revisions up to these numbers have had their stored text hashed, by chapter. */
export type HashedSoFar = Map<string, number>;

/**
 * Holds what the product keeps of a chapter against what its clients were told. `resting` when every
 * client has had its answer: then history and answers must be the same, one for one.
 */
export async function checkSaves(
  rows: Snapshot,
  record: ChapterRecord,
  told: ReadonlySet<string>,
  resting: boolean,
  hashed: HashedSoFar,
): Promise<void> {
  const { chapterId, sent, acknowledged, refused } = record;
  const revisions = await rows<Revision>(
    `select id, number, kind, base_number, hash, word_count, line_count, unassigned_count
     from chapter_revisions where chapter_id = $1 order by number nulls last, id`,
    [chapterId],
  );
  const history = revisions.filter(({ number }) => number !== null);
  const byId = new Map(revisions.map((revision) => [revision.id, revision]));
  history.forEach(({ number, base_number: base }, index) => {
    must(number === index + 1, 'revision numbers have no gap', { chapterId, number, expected: index + 1 });
    must(index === 0 || base === index, 'each revision stands on the one before', {
      chapterId,
      number,
      base,
    });
  });
  const sentHashes = new Set(sent.values());
  const newer = history.slice(1);
  const foreign = newer.find(({ hash, kind }) => kind !== 'save' || !sentHashes.has(hash));
  must(foreign === undefined, 'every revision was sent by someone', { chapterId, foreign });
  must(new Set(newer.map(({ hash }) => hash)).size === newer.length, 'no save became two revisions', {
    chapterId,
  });

  for (const saveId of told) {
    const answer = acknowledged.get(saveId);
    if (!answer) continue;
    const kept = byId.get(answer.revisionId);
    const detail = { chapterId, answer, kept };
    must(kept !== undefined, 'an acknowledged save is there', detail);
    must(kept.number === answer.number && kept.hash === answer.draft.hash, 'it is what was sent', detail);
    const counted = kept.word_count === answer.draft.wordCount && kept.line_count === answer.draft.lineCount;
    must(counted && kept.unassigned_count === answer.draft.unassignedCount, 'its counts are kept', detail);
  }

  const notes = await rows<{ save_id: string; revision_id: string; content_hash: string }>(
    'select save_id, revision_id, content_hash from chapter_saves where chapter_id = $1',
    [chapterId],
  );
  const notedRevisions = new Set(notes.map(({ revision_id: id }) => id));
  must(notedRevisions.size === notes.length, 'one save id for one revision', { chapterId });
  must(notes.length === newer.length, 'every revision knows its save', {
    chapterId,
    notes: notes.length,
    newer: newer.length,
  });
  for (const note of notes) {
    const kept = byId.get(note.revision_id);
    const right = sent.get(note.save_id) === note.content_hash && kept?.hash === note.content_hash;
    must(right, 'a save id names its own text', { chapterId, note, kept });
  }
  if (resting) {
    must(newer.length === acknowledged.size, 'history is what was acknowledged', {
      chapterId,
      revisions: newer.length,
      acknowledged: acknowledged.size,
    });
    const conflicts = revisions.filter(({ kind }) => kind === 'conflict');
    must(conflicts.length === refused.size, 'a refused text is kept once', {
      chapterId,
      conflicts: conflicts.length,
      refused: refused.size,
    });
    const lost = [...refused].find((saveId) => byId.get(saveId)?.hash !== sent.get(saveId));
    must(lost === undefined, 'a refused text is kept beside the history', { chapterId, lost });
  }
  await checkTexts(rows, chapterId, history, hashed);
}

/** The head as the chapter tells it, its counts against its text, and every new text against its hash. */
async function checkTexts(
  rows: Snapshot,
  chapterId: string,
  history: readonly Revision[],
  hashed: HashedSoFar,
): Promise<void> {
  const [chapter] = await rows<Omit<Revision, 'number'> & { revision: number; html: string }>(
    `select c.revision, c.revision_id as id, c.word_count, c.line_count, c.unassigned_count, r.hash, r.html
     from chapters c join chapter_revisions r on r.id = c.revision_id where c.id = $1`,
    [chapterId],
  );
  const head = history.at(-1);
  must(chapter !== undefined && head !== undefined, 'the chapter has a text', { chapterId });
  const { html, ...detail } = chapter;
  must(chapter.id === head.id && chapter.revision === head.number, 'the newest revision is shown', {
    detail,
    head,
  });
  const stats = lineStats(parseManuscript(html).doc);
  const counted = [stats.dialogueWords + stats.narrationWords, stats.lines, stats.unassigned].join();
  const shown = [chapter.word_count, chapter.line_count, chapter.unassigned_count].join();
  must(counted === shown, 'the counts of the chapter are those of its text', { chapterId, counted, shown });
  const roles = await rows<{ role_id: string; line_count: number; word_count: number }>(
    'select role_id, line_count, word_count from chapter_role_counts where chapter_id = $1 order by role_id',
    [chapterId],
  );
  const ofText = [...stats.byRole].map(([id, { lines, words }]) => `${id}:${lines}:${words}`).toSorted();
  const ofRows = roles.map((role) => `${role.role_id}:${role.line_count}:${role.word_count}`).toSorted();
  must(ofText.join() === ofRows.join(), 'the counts of roles are those of the text', {
    chapterId,
    ofText,
    ofRows,
  });

  const damaged = await rows<{ number: number }>(
    `select number from chapter_revisions where chapter_id = $1 and number > $2
     and encode(sha256(convert_to(html, 'UTF8')), 'hex') <> hash`,
    [chapterId, hashed.get(chapterId) ?? 0],
  );
  must(damaged.length === 0, 'stored texts are whole', { chapterId, damaged });
  hashed.set(chapterId, head.number ?? 0);
}

/** The counters of the novel against its chapters. */
export async function checkCounters(rows: Snapshot, novelId: string): Promise<void> {
  const [counts] = await rows<Record<string, number>>(
    `select n.chapter_count as "chaptersTold", n.marked_chapter_count as "markedTold", n.word_count::int as "wordsTold",
       n.role_count as "rolesTold",
       count(c.id)::int as chapters, count(c.id) filter (where c.unassigned_count = 0)::int as marked,
       coalesce(sum(c.word_count), 0)::int as words,
       (select count(*)::int from roles r where r.novel_id = n.id and not r.narration and r.discarded_at is null) as roles
     from novels n left join chapters c on c.novel_id = n.id and c.deleted_at is null
     where n.id = $1 group by n.id`,
    [novelId],
  );
  for (const name of ['chapters', 'marked', 'words', 'roles'])
    must(counts?.[`${name}Told`] === counts?.[name], 'the counters of the novel agree with its rows', {
      ...counts,
    });
}
