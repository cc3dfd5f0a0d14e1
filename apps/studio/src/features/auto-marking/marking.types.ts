import type { Contract, InputOf, ResultOf } from '@huaben/contract';

type Calls = Contract['autoMarking'];

/** One chapter of a marking run. */
export type MarkingTask = ResultOf<Calls['listNovelMarkingTasks'], Blob>['list'][number];

/** What was left out when a run was started, and why. */
export type SkippedChapter = ResultOf<Calls['startMarking'], Blob>['skipped'][number];

/** What starts a run. */
export type MarkingOrder = InputOf<Calls['startMarking']>;

/** How chapters are marked. */
export type MarkingMode = MarkingTask['mode'];

/** One line that a preview would change. */
export type MarkingChange = NonNullable<ResultOf<Calls['markingTaskDetail'], Blob>['changes']>[number];

/** A line that waits for a person. */
export type ReviewItem = ResultOf<Calls['reviewQueue'], Blob>['list'][number];

/** One page of the review queue. */
export type ReviewPage = ResultOf<Calls['reviewQueue'], Blob>;

/** Who may speak a line. */
export type Candidate = ReviewItem['candidates'][number];

/** What came of decisions. */
export type DecisionOutcome = ResultOf<Calls['decideLines'], Blob>;

/** A character that was found in the text. */
export type FoundName = ResultOf<Calls['rosterInfo'], Blob>['names'][number];

/** A chapter as the server tells it. */
export type Chapter = ResultOf<Contract['chapter']['listChapters'], Blob>['list'][number];
