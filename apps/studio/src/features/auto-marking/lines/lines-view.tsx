import { useMutation, useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link, useNavigate } from 'react-router';
import { api, failureText, isHandledEverywhere } from '../../../lib/api.ts';
import { useLiveState } from '../../../lib/live.ts';
import { EmptyState, ErrorState, SkeletonRows, toast } from '../../../ui/index.ts';
import type { Role } from '../../cast/index.ts';
import { linesQuery, taskQuery } from '../marking.queries.ts';
import { isActive } from '../marking-runs.ts';
import type { Chapter } from '../marking.types.ts';
import type { ScreenPart } from '../screen-part.ts';
import { markingPath, useStart } from '../use-start.ts';
import { LinePicks } from './line-picks.tsx';
import { PreviewChanges } from './preview-changes.tsx';

type LinesViewProps = ScreenPart & {
  readonly chapters: readonly Chapter[];
  readonly roles: readonly Role[];
};

/** 重画选区: lines of one chapter, what would change, and the confirmation. */
export function LinesView(props: LinesViewProps) {
  const { novelId, chapterId } = props;
  const navigate = useNavigate();
  const chapter = props.chapters.find(({ id }) => id === chapterId);
  if (chapter === undefined)
    return (
      <EmptyState
        title="还没有选章节"
        hint="重画选区用于一章，请先选一章。"
        action={
          <Button onClick={() => void navigate(`${markingPath(novelId, null)}?view=chapters&mode=selection`)}>
            去选章节
          </Button>
        }
      />
    );
  return <ChapterLines key={chapter.id} {...props} chapter={chapter} />;
}

function ChapterLines(props: LinesViewProps & { readonly chapter: Chapter }) {
  const { novelId, address, change, chapter, mayMark } = props;
  const lines = useQuery(linesQuery(novelId, chapter.chapterUrlId));
  const { start, starting } = useStart(novelId, chapter.id);
  const preview = useMutation({
    mutationFn: (lineIds: readonly string[]) =>
      api.autoMarking.startMarking({
        productId: novelId,
        chapterIds: [chapter.id],
        mode: 'selection',
        lineIds: [...lineIds],
        preview: true,
        threshold: address.threshold,
      }),
    onSuccess: ({ tasks, skipped }) => {
      const [task] = tasks;
      if (task) change({ preview: task.taskId });
      else toast.warning(skipped[0]?.reason ?? '没有可以重画的台词');
    },
    onError: (error) => {
      if (!isHandledEverywhere(error)) toast.error(`没能预览：${failureText(error)}`);
    },
  });
  return (
    <section className="lines" aria-label="重画选区">
      <div className="marking-filters">
        <h2>{chapter.name}</h2>
        <Link to={`${markingPath(novelId, chapter.id)}?view=chapters&mode=selection`}>换一章</Link>
      </div>
      {lines.isPending && <SkeletonRows rows={10} height={44} />}
      {lines.error && !lines.data && <ErrorState error={lines.error} retry={() => void lines.refetch()} />}
      {lines.data?.length === 0 && (
        <EmptyState title="这一章没有台词" hint="台词在导入时识别；也可以在画本台手工划出台词。" />
      )}
      {lines.data &&
        lines.data.length > 0 &&
        (address.preview === null ? (
          <LinePicks
            lines={lines.data}
            roles={props.roles}
            disabled={!mayMark}
            busy={preview.isPending}
            onPreview={(ids) => preview.mutate(ids)}
          />
        ) : (
          <Preview
            taskId={address.preview}
            mayMark={mayMark}
            busy={starting}
            onBack={() => change({ preview: null })}
            onApply={(lineIds) =>
              start({
                chapterIds: [chapter.id],
                mode: 'selection',
                lineIds: [...lineIds],
                threshold: address.threshold,
              })
            }
          />
        ))}
    </section>
  );
}

function Preview(props: {
  readonly taskId: string;
  readonly mayMark: boolean;
  readonly busy: boolean;
  readonly onBack: () => void;
  readonly onApply: (lineIds: readonly string[]) => void;
}) {
  const live = useLiveState() === 'connected';
  const task = useQuery(taskQuery(props.taskId, live));
  if (task.error && !task.data) return <ErrorState error={task.error} retry={() => void task.refetch()} />;
  if (!task.data || isActive(task.data))
    return (
      <div className="roster-wait">
        <p role="status">正在试画，稿子还没有动……</p>
        <SkeletonRows rows={6} height={44} />
      </div>
    );
  if (task.data.changes === null)
    return (
      <EmptyState
        title="没能预览"
        hint={task.data.message ?? '服务器没有说明原因，请重新选台词再试。'}
        action={<Button onClick={props.onBack}>重新选台词</Button>}
      />
    );
  return (
    <PreviewChanges
      key={task.data.id}
      changes={task.data.changes}
      disabled={!props.mayMark}
      busy={props.busy}
      onBack={props.onBack}
      onApply={props.onApply}
    />
  );
}
