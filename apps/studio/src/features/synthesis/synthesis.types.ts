import type { Contract, ResultOf } from '@huaben/contract';

/** A voice on offer. */
export type Voice = ResultOf<Contract['synthesis']['listVoices'], Blob>['list'][number];
/** A synthesis task. */
export type Task = ResultOf<Contract['synthesis']['taskDetail'], Blob>;
/** One chapter of a task. */
export type TaskItem = Task['items'][number];
/** A chapter in a list. */
export type Chapter = ResultOf<Contract['chapter']['chapterInfo'], Blob>;
/** The audio versions of a chapter. */
export type ChapterAudio = ResultOf<Contract['synthesis']['listAudioVersions'], Blob>;
