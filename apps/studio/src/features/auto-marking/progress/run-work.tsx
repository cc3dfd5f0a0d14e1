import { redoConfirmation } from '@huaben/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { api, failureText, isHandledEverywhere } from '../../../lib/api.ts';
import { useTimeLeft } from '../../../lib/time-left.ts';
import { ProgressRow, toast } from '../../../ui/index.ts';
import { RedoDialog } from '../chapters/redo-dialog.tsx';
import { skippedOf } from '../kept.ts';
import { tasksKey } from '../marking.queries.ts';
import { countsOf, isActive, statesOf } from '../marking-runs.ts';
import type { MarkingRun } from '../marking-runs.ts';
import { count, modeWords } from '../marking-words.ts';
import type { Chapter, MarkingTask } from '../marking.types.ts';
import type { ScreenPart } from '../screen-part.ts';
import { markingPath, useStart } from '../use-start.ts';
import { ResultBar } from './result-bar.tsx';
import { RunTasks } from './run-tasks.tsx';
import type { RunRow } from './run-tasks.tsx';

/** One run: how far it is, what came of it, and what can be done about the rest. */
export function RunWork(
  props: ScreenPart & {
    readonly chapters: readonly Chapter[];
    readonly invokeId: string;
    /** Null when every chapter was left out. */
    readonly run: MarkingRun | null;
    readonly onChoose: () => void;
  },
) {
  const { novelId, chapterId, invokeId, run, mayMark } = props;
  const client = useQueryClient();
  const { start, starting } = useStart(novelId, chapterId);
  const [redoing, setRedoing] = useState<readonly string[] | null>(null);
  const cancel = useMutation({
    mutationFn: (tasks: readonly MarkingTask[]) =>
      api.autoMarking.deleteMarkingTasks({ taskIds: tasks.map(({ id }) => id) }),
    onError: (error) => {
      if (!isHandledEverywhere(error)) toast.error(`没有取消：${failureText(error)}`);
    },
    onSettled: () => client.invalidateQueries({ queryKey: tasksKey(novelId) }),
  });
  const tasks = run?.tasks ?? [];
  const skipped = skippedOf(invokeId);
  const states = statesOf(tasks);
  const active = tasks.filter(isActive);
  const counts = countsOf(tasks);
  const failed = tasks.filter(({ state }) => state === 'failed' || state === 'cancelled');
  // Which lines were chosen is not known any more, nor is anything of a run that never began.
  const mayRetry = mayMark && run !== null && run.mode !== 'selection';
  const names = new Map(props.chapters.map(({ id, name }) => [id, name]));
  const again = (chapterIds: readonly string[]) => {
    if (run?.mode === 'chapter') setRedoing(chapterIds);
    else if (run !== null) start({ chapterIds: [...chapterIds], mode: run.mode, threshold: run.threshold });
  };
  const rows: RunRow[] = [
    ...skipped.map((one) => ({
      kind: 'skipped' as const,
      skipped: one,
      name: names.get(one.chapterId) ?? '已删除的章节',
    })),
    ...tasks.map((task) => ({ kind: 'task' as const, task })),
  ];
  const retryable = [
    ...failed.map((task) => task.chapterId),
    ...skipped.filter(({ code }) => code !== 'nothing').map((one) => one.chapterId),
  ];

  return (
    <>
      {run !== null && active.length > 0 && (
        <RunProgress
          run={run}
          {...(mayMark && !cancel.isPending ? { onCancel: () => cancel.mutate(stoppable(active)) } : {})}
        />
      )}
      {run !== null && active.length === 0 && (
        <p className="run-end" role="status">
          {endText(states, run)}
        </p>
      )}
      {run === null && (
        <p className="run-end" role="status">
          所选章节都略过了，没有开始画；原因见下。
        </p>
      )}
      {states.done > 0 && <ResultBar counts={counts} />}
      <div className="marking-buttons">
        {counts.queued > 0 && (
          <Link to={`${markingPath(novelId, chapterId)}?view=review`}>
            <Button type={active.length === 0 ? 'primary' : 'default'} tabIndex={-1}>
              去确认 {count(counts.queued)} 行
            </Button>
          </Link>
        )}
        {mayRetry && active.length === 0 && retryable.length > 1 && (
          <Button loading={starting} onClick={() => again(retryable)}>
            重试这 {count(retryable.length)} 章
          </Button>
        )}
        {active.length === 0 && <Button onClick={props.onChoose}>再画别的章节</Button>}
      </div>
      <RunTasks
        novelId={novelId}
        rows={rows}
        mayMark={mayMark}
        mayRetry={mayRetry}
        onCancel={(task) => cancel.mutate([task])}
        onRetry={(id) => again([id])}
      />
      {redoing !== null && (
        <RedoDialog
          chapters={redoing.length}
          onClose={() => setRedoing(null)}
          onAgree={(confirmation) => {
            setRedoing(null);
            start({
              chapterIds: [...redoing],
              mode: 'chapter',
              confirmation,
              ...(run && { threshold: run.threshold }),
            });
          }}
        />
      )}
    </>
  );
}

/**
 * What cancelling a run stops: the chapters that have not begun, or else those under way. A chapter takes a
 * second and may end at this very moment, and an ended task that is cancelled would vanish from the list.
 */
function stoppable(active: readonly MarkingTask[]): readonly MarkingTask[] {
  const waiting = active.filter(({ state }) => state === 'waiting');
  return waiting.length > 0 ? waiting : active;
}

function endText(states: ReturnType<typeof statesOf>, run: MarkingRun): string {
  const what = run.mode === 'chapter' ? redoConfirmation : modeWords[run.mode];
  const parts = [
    states.done > 0 ? `画完 ${count(states.done)} 章` : '',
    states.failed > 0 ? `没画成 ${count(states.failed)} 章` : '',
    states.cancelled > 0 ? `取消 ${count(states.cancelled)} 章` : '',
  ];
  return `${what}结束：${parts.filter(Boolean).join('，')}`;
}

function RunProgress({ run, onCancel }: { readonly run: MarkingRun; readonly onCancel?: () => void }) {
  const total = run.tasks.length;
  const done = run.tasks.filter((task) => !isActive(task)).length;
  const timeLeft = useTimeLeft(done, total);
  const running = run.tasks.find(({ state }) => state === 'running');
  const note = [
    running === undefined && done === 0 ? '排队中' : timeLeft,
    running === undefined ? '' : `正在画「${running.chapterName}」`,
  ];
  return (
    <ProgressRow
      label={`${modeWords[run.mode]} ${count(total)} 章`}
      done={done}
      total={total}
      unit="章"
      note={note.filter(Boolean).join(' · ')}
      {...(onCancel ? { onCancel } : {})}
    />
  );
}
