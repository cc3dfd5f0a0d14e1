import type { AnswerOf, contract } from '@huaben/contract';
import type { StoredSpokenLine } from '../../platform/db/schema.ts';
import type { VersionHead } from './audio-version.store.ts';
import type { ItemRow, TaskRow } from './synthesis.store.ts';

type Calls = typeof contract.synthesis;
type WireTask = AnswerOf<Calls['taskDetail']>;
type WireVersions = AnswerOf<Calls['listAudioVersions']>;

const milliseconds = (samples: number, rate: number): number => Math.round((samples / rate) * 1000);

/** A task on the wire; `items` may hold those of other tasks too. */
export const wireTask = (task: TaskRow, items: readonly ItemRow[]): WireTask => ({
  id: task.id,
  productId: task.novel_id,
  state: task.state,
  characters: task.characters,
  newCharacters: task.new_characters,
  coins: task.coins,
  createTime: task.created_at.toISOString(),
  finishTime: task.finished_at?.toISOString() ?? null,
  items: items
    .filter((item) => item.task_id === task.id)
    .map((item) => ({
      id: item.id,
      taskId: item.task_id,
      chapterId: item.chapter_id,
      chapterName: item.chapter_name,
      state: item.state,
      lineCount: item.line_count,
      doneCount: item.done_count,
      renderedCount: item.rendered_count,
      message: item.message,
      versionId: item.version_id,
    })),
});

/** An audio version on the wire. */
export const wireVersion = (version: VersionHead): WireVersions['list'][number] => ({
  id: version.id,
  chapterId: version.chapter_id,
  chapterUrlId: version.revision_id,
  number: version.number,
  current: version.current,
  createTime: version.created_at.toISOString(),
  durationMs: milliseconds(version.samples, version.sample_rate),
  lineCount: version.line_count,
});

/** A spoken line on the wire, its times from samples at `rate` hertz. */
export const wireSpokenLine = (
  line: StoredSpokenLine,
  index: number,
  rate: number,
): WireVersions['lines'][number] => ({
  index,
  lineId: line.lineId,
  roleId: line.roleId,
  paragraph: line.paragraph,
  from: line.from,
  to: line.to,
  startMs: milliseconds(line.startSample, rate),
  durationMs: milliseconds(line.samples, rate),
});
