import { Button, Select } from 'antd';
import { useNavigate } from 'react-router';
import { sinceWords } from '../../../lib/time-words.ts';
import { EmptyState } from '../../../ui/index.ts';
import { skippedOf } from '../kept.ts';
import { isActive, runsOf } from '../marking-runs.ts';
import type { MarkingRun } from '../marking-runs.ts';
import { modeWords } from '../marking-words.ts';
import type { Chapter, MarkingTask } from '../marking.types.ts';
import type { ScreenPart } from '../screen-part.ts';
import { markingPath } from '../use-start.ts';
import { RunWork } from './run-work.tsx';

/** The runs of the novel: the one asked for, else one under way, else the newest. */
export function ProgressView(
  props: ScreenPart & { readonly chapters: readonly Chapter[]; readonly tasks: readonly MarkingTask[] },
) {
  const { novelId, chapterId, address, change } = props;
  const navigate = useNavigate();
  const runs = runsOf(props.tasks);
  const skipped = address.run === null ? [] : skippedOf(address.run);
  const run =
    runs.find(({ invokeId }) => invokeId === address.run) ??
    (skipped.length > 0 ? null : (runs.find(({ tasks }) => tasks.some(isActive)) ?? runs[0] ?? null));
  const toChapters = () => void navigate(`${markingPath(novelId, chapterId)}?view=chapters`);
  if (run === null && skipped.length === 0)
    return (
      <EmptyState
        title="还没有画过"
        hint="选好章节，开始自动画本；进度和结果会出现在这里。"
        action={
          <Button type="primary" onClick={toChapters}>
            去选章节
          </Button>
        }
      />
    );
  return (
    <section className="progress" aria-label="进度">
      {runs.length > 1 && (
        <div className="marking-filters">
          <Select
            aria-label="看哪一次画本"
            className="progress-runs"
            value={run?.invokeId ?? address.run}
            onChange={(invokeId: string) => change({ run: invokeId })}
            options={runs.map((one) => ({ value: one.invokeId, label: runText(one) }))}
          />
        </div>
      )}
      <RunWork
        key={run?.invokeId ?? address.run}
        {...props}
        invokeId={run?.invokeId ?? address.run ?? ''}
        run={run}
        onChoose={toChapters}
      />
    </section>
  );
}

function runText({ mode, tasks, createTime, userName }: MarkingRun): string {
  const when = sinceWords(createTime, Date.now());
  const first = tasks[0]?.chapterName ?? '';
  const what = tasks.length > 1 ? `${String(tasks.length)} 章` : `「${first}」`;
  return `${when} · ${modeWords[mode]} ${what} · ${userName}`;
}
