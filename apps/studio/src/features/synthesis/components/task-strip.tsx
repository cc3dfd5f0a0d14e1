import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { api, failureText, isHandledEverywhere } from '../../../lib/api.ts';
import { ProgressRow, toast } from '../../../ui/index.ts';
import { useTimeLeft } from '../../../lib/time-left.ts';
import { refreshAfterSynthesis } from '../synthesis.live.ts';
import type { Task } from '../synthesis.types.ts';
import { isActive, isWaitingToStart, lineCounts, openFailures, taskName } from '../task-news.ts';

/** What is being made, what was left unstarted, and what failed. */
export interface TaskStripProps {
  readonly novelId: string;
  readonly tasks: readonly Task[];
  readonly editable: boolean;
}

/** See {@link TaskStripProps}. */
export function TaskStrip({ novelId, tasks, editable }: TaskStripProps) {
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: (order: { run: () => Promise<Task>; failure: string; success?: string }) => order.run(),
    onSuccess: (task, { success }) => {
      if (success !== undefined) toast.success(success);
      refreshAfterSynthesis(
        client,
        novelId,
        task.items.map((item) => item.chapterId),
      );
    },
    onError: (error, order) => {
      refreshAfterSynthesis(client, novelId, []);
      if (!isHandledEverywhere(error)) toast.error(`${order.failure}：${failureText(error)}`);
    },
  });
  const cancel = (task: Task): void =>
    act.mutate({
      run: () => api.synthesis.cancelTask({ taskId: task.id }),
      success: '已取消合成，做完的章节保留',
      failure: '没有取消',
    });
  const active = tasks.filter(isActive);
  const unstarted = tasks.filter(isWaitingToStart);
  const failures = openFailures(tasks);
  if (active.length + unstarted.length + failures.length === 0) return null;
  return (
    <section className="voice-tasks" aria-label="合成任务">
      {active.map((task) => (
        <ActiveTask key={task.id} task={task} {...(editable ? { onCancel: () => cancel(task) } : {})} />
      ))}
      {unstarted.map((task) => (
        <div key={task.id} className="voice-task-row">
          <span>{taskName(task)}已确认，还没有开始</span>
          {editable && (
            <>
              <Button
                size="small"
                type="primary"
                onClick={() =>
                  act.mutate({
                    run: () => api.synthesis.executeTask({ taskId: task.id }),
                    failure: '没有开始',
                  })
                }
              >
                开始合成
              </Button>
              <Button size="small" onClick={() => cancel(task)}>
                取消
              </Button>
            </>
          )}
        </div>
      ))}
      {failures.map((item) => (
        <div key={item.id} className="voice-task-row is-failed" role="alert">
          <span>
            《{item.chapterName}》没有合成完（{item.doneCount} / {item.lineCount} 行）：
            {item.message ?? '原因不明，请重试'}
          </span>
          {editable && (
            <Button
              size="small"
              disabled={act.isPending}
              onClick={() =>
                act.mutate({
                  run: () => api.synthesis.retryItem({ itemId: item.id }),
                  failure: '没有重新开始',
                })
              }
            >
              重试
            </Button>
          )}
        </div>
      ))}
    </section>
  );
}

function ActiveTask({ task, onCancel }: { task: Task; onCancel?: () => void }) {
  const { done, total } = lineCounts(task);
  const timeLeft = useTimeLeft(done, total);
  const running = task.items.find((item) => item.state === 'running');
  const finished = task.items.filter((item) => item.state === 'done').length;
  const note = [
    task.state === 'queued' ? '排队中' : timeLeft,
    task.items.length > 1 ? `${String(finished)} / ${String(task.items.length)} 章` : '',
    task.items.length > 1 && running !== undefined ? `正在合成《${running.chapterName}》` : '',
  ];
  return (
    <ProgressRow
      label={`合成${taskName(task)}`}
      done={done}
      total={total}
      unit="行"
      note={note.filter(Boolean).join(' · ')}
      {...(onCancel ? { onCancel } : {})}
    />
  );
}
