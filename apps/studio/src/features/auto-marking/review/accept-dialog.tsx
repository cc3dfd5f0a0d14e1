import { useQuery } from '@tanstack/react-query';
import { Modal, Slider } from 'antd';
import { useState } from 'react';
import { failureText } from '../../../lib/api.ts';
import { ErrorState, ProgressRow, SkeletonRows } from '../../../ui/index.ts';
import { count } from '../marking-words.ts';
import { acceptable } from './review-queue.ts';
import { acceptAll, allOpenLines } from './accept-all.ts';

/** Below the usual bar of marking at once: what is above it hardly waits here. */
const usualPercent = 80;
const marks = { 50: '50%', 80: '80%', 100: '100%' };

/** 采纳高把握: how many lines a threshold takes, the confirmation, and how it went. */
export function AcceptDialog(props: {
  readonly novelId: string;
  /** The chapter of the filter; null for all. */
  readonly chapterId: string | null;
  readonly onDone: (words: string) => void;
  readonly onClose: () => void;
}) {
  const { novelId, chapterId } = props;
  const [atLeast, setAtLeast] = useState(usualPercent);
  const [chaptersLeft, setChaptersLeft] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const lines = useQuery({
    queryKey: ['marking-open-lines', novelId, chapterId],
    queryFn: ({ signal }) => allOpenLines(novelId, chapterId, signal),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const items = lines.data ?? [];
  const taken = items.filter((item) => acceptable([item], atLeast / 100) === 1);
  const chapterIds = [...new Set(taken.map((item) => item.chapterId))];
  const busy = chaptersLeft !== null;

  const accept = async () => {
    setProblem(null);
    setChaptersLeft(chapterIds.length);
    try {
      const { lines: accepted, refused } = await acceptAll(
        novelId,
        chapterIds,
        atLeast / 100,
        setChaptersLeft,
      );
      const kept = refused.map(({ reason }) => reason);
      props.onDone(
        kept.length === 0
          ? `已采纳 ${count(accepted)} 行`
          : `已采纳 ${count(accepted)} 行；${String(kept.length)} 章没有采纳：${[...new Set(kept)].join('；')}`,
      );
    } catch (error) {
      setProblem(`没有全部采纳：${failureText(error)}；已采纳的已经保存，可以再试。`);
      setChaptersLeft(null);
      void lines.refetch();
    }
  };
  return (
    <Modal
      open
      centered
      title="采纳高把握的台词"
      okText={lines.data ? `采纳 ${count(taken.length)} 行` : '采纳'}
      cancelText="取消"
      okButtonProps={{ disabled: taken.length === 0 || lines.isFetching }}
      confirmLoading={busy}
      mask={{ closable: !busy }}
      closable={!busy}
      cancelButtonProps={{ disabled: busy }}
      onOk={() => void accept()}
      onCancel={props.onClose}
      width={460}
    >
      {lines.isPending && <SkeletonRows rows={3} height={36} />}
      {lines.error && !lines.data && <ErrorState error={lines.error} retry={() => void lines.refetch()} />}
      {lines.data && (
        <>
          <p>
            第一候选的把握不低于 <strong>{atLeast}%</strong> 的台词，直接标成这个角色：
          </p>
          <Slider
            min={50}
            max={100}
            marks={marks}
            disabled={busy}
            ariaLabelForHandle="采纳的把握"
            tooltip={{ formatter: (value) => `${String(value)}%` }}
            value={atLeast}
            onChange={setAtLeast}
          />
          <p role="status">
            {chapterId === null ? '全书' : '本章'}待确认 {count(items.length)} 行，将采纳{' '}
            <strong>{count(taken.length)}</strong> 行，涉及 {count(chapterIds.length)} 章。
          </p>
          <p className="marking-hint">采纳的仍算机器标注，以后可以在画本台改，也可以重画；不能一次撤销。</p>
        </>
      )}
      {busy && (
        <ProgressRow
          label="正在采纳"
          done={chapterIds.length - chaptersLeft}
          total={chapterIds.length}
          unit="章"
        />
      )}
      {problem !== null && (
        <p className="marking-problem" role="alert">
          {problem}
        </p>
      )}
    </Modal>
  );
}
