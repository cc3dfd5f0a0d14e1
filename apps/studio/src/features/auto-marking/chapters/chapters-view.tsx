import { useMutation } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, failureText, isHandledEverywhere } from '../../../lib/api.ts';
import { useReadings } from '../../../lib/use-readings.ts';
import { EmptyState, toast } from '../../../ui/index.ts';
import { keepTicks, keptTicks } from '../kept.ts';
import { lastTasks } from '../marking-runs.ts';
import { howText, orderOf } from '../marking-view.ts';
import type { MarkingAddress } from '../marking-view.ts';
import { count } from '../marking-words.ts';
import type { Chapter, MarkingTask } from '../marking.types.ts';
import type { ScreenPart } from '../screen-part.ts';
import { markingPath, useStart } from '../use-start.ts';
import { choiceRows } from './chapter-choice.ts';
import { ChoiceFilters } from './choice-filters.tsx';
import { ChoiceTable } from './choice-table.tsx';
import { MarkingOptions } from './marking-options.tsx';
import { ModelOption } from './model-option.tsx';
import { RedoDialog } from './redo-dialog.tsx';

const mostChapters = 1000;

/** The choice of chapters, and how they are marked. */
export function ChaptersView(
  props: ScreenPart & {
    readonly chapters: readonly Chapter[];
    readonly tasks: readonly MarkingTask[];
    /** Chapters that the link brought along. */
    readonly entry: readonly string[] | null;
  },
) {
  const { novelId, chapterId, address, change, chapters, tasks } = props;
  const navigate = useNavigate();
  const readings = useReadings(address.query);
  const last = useMemo(() => lastTasks(tasks), [tasks]);
  const rows = useMemo(
    () => choiceRows(chapters, last, address, readings),
    [chapters, last, address, readings],
  );
  const [ticks, setTicks] = useState<ReadonlySet<string>>(
    () => new Set(props.entry ?? (chapterId === null ? keptTicks(novelId) : [chapterId])),
  );
  useEffect(() => keepTicks(novelId, [...ticks]), [novelId, ticks]);
  const [confirming, setConfirming] = useState(false);
  const { start, starting } = useStart(novelId, chapterId);
  const single = address.mode === 'selection';
  const chosen = chapters.filter(({ id }) => ticks.has(id)).map(({ id }) => id);
  const path = markingPath(novelId, chapterId);
  const how = howText(address);
  const order = { chapterIds: chosen, ...orderOf(address) };
  const findNames = useMutation({
    mutationFn: () => api.autoMarking.findRoster({ productId: novelId, chapterIds: chosen }),
    onSuccess: ({ rosterId }) => void navigate(`${path}?view=roster&roster=${rosterId}&${how}`),
    onError: (error) => {
      if (!isHandledEverywhere(error)) toast.error(`没能找角色：${failureText(error)}`);
    },
  });
  const begin = () => {
    const [only] = chosen;
    if (single && only !== undefined) {
      void navigate(`${markingPath(novelId, only)}?view=lines&${how}`);
    } else if (address.findsNames) findNames.mutate();
    else if (address.mode === 'chapter') setConfirming(true);
    else start(order);
  };
  const onTick = (ids: readonly string[], on: boolean) => {
    if (single) return setTicks(new Set(ids.slice(-1)));
    setTicks((before) => {
      const next = new Set(before);
      for (const id of ids) {
        if (on) next.add(id);
        else next.delete(id);
      }
      return next;
    });
  };

  return (
    <div className="marking-choice">
      <div className="marking-chapters">
        <ChoiceFilters address={address} change={change} shown={rows.length} total={chapters.length} />
        {rows.length === 0 ? (
          <EmptyState
            title="没有符合条件的章节"
            hint="换个关键词，或清除筛选条件。"
            action={<Button onClick={() => change({ q: null, state: null })}>清除条件</Button>}
          />
        ) : (
          <ChoiceTable rows={rows} ticked={ticks} single={single} disabled={!props.mayMark} onTick={onTick} />
        )}
      </div>
      <MarkingOptions
        address={address}
        change={change}
        model={
          props.mayMark &&
          !single && <ModelOption novelId={novelId} chapterIds={chosen} address={address} change={change} />
        }
        disabled={!props.mayMark}
        busy={starting || findNames.isPending}
        problem={problemOf(chosen.length, single)}
        action={actionOf(chosen.length, address)}
        onStart={begin}
      />
      {confirming && (
        <RedoDialog
          chapters={chosen.length}
          onClose={() => setConfirming(false)}
          onAgree={(confirmation) => {
            setConfirming(false);
            start({ ...order, confirmation });
          }}
        />
      )}
    </div>
  );
}

function problemOf(chosen: number, single: boolean): string | null {
  if (chosen === 0) return single ? '先在列表里选一章' : '先在列表里勾选章节';
  if (single && chosen > 1) return '重画选区一次只用于一章，请只选一章';
  if (chosen > mostChapters) return `一次最多画 ${count(mostChapters)} 章，请分几次进行`;
  return null;
}

function actionOf(chosen: number, address: MarkingAddress): string {
  if (address.mode === 'selection') return '去选台词';
  const chapters = chosen > 0 ? ` ${count(chosen)} 章` : '';
  return address.findsNames ? `找角色并开始画${chapters}` : `开始画${chapters}`;
}
