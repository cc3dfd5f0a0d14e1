import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { Button, Checkbox, Input, Modal, Segmented } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { ErrorState, SkeletonRows } from '../../../ui/index.ts';
import { matchesPinyin } from '../../cast/index.ts';
import { chaptersQuery } from '../synthesis.queries.ts';
import type { Chapter } from '../synthesis.types.ts';

/** Chooses the chapters of a synthesis. */
export interface ChapterPickerProps {
  readonly novelId: string;
  readonly onPick: (chapterIds: readonly string[]) => void;
  readonly onClose: () => void;
}

/** One task takes at most this many chapters. */
const mostChapters = 1000;
type Filter = 'all' | Chapter['audio'];
const filters: { value: Filter; label: string }[] = [
  { value: 'all', label: '全部' },
  { value: 'none', label: '没有音频' },
  { value: 'stale', label: '需要重做' },
  { value: 'current', label: '已是最新' },
];
const audioWords = { none: '没有音频', stale: '需要重做', current: '已是最新' } as const;

/** See {@link ChapterPickerProps}. */
export function ChapterPicker({ novelId, onPick, onClose }: ChapterPickerProps) {
  const chapters = useQuery(chaptersQuery(novelId));
  const [filter, setFilter] = useState<Filter>('all');
  const [words, setWords] = useState('');
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const all = chapters.data;
  const shown = useMemo(
    () =>
      (all ?? []).filter(
        (one) => (filter === 'all' || one.audio === filter) && matchesPinyin(one.name, words),
      ),
    [all, filter, words],
  );
  const shownPicked = shown.filter((one) => picked.has(one.id)).length;
  const pickShown = (on: boolean): void => {
    const next = new Set(picked);
    for (const one of shown) {
      if (on) next.add(one.id);
      else next.delete(one.id);
    }
    setPicked(next);
  };
  const tooMany = picked.size > mostChapters;
  return (
    <Modal
      open
      title="选择要合成的章节"
      okText={picked.size > 0 ? `合成 ${String(picked.size)} 章` : '合成'}
      cancelText="取消"
      okButtonProps={{ disabled: picked.size === 0 || tooMany }}
      onOk={() => onPick((all ?? []).filter((one) => picked.has(one.id)).map((one) => one.id))}
      onCancel={onClose}
      width={560}
    >
      <div className="voice-picker-head">
        <Segmented size="small" value={filter} options={filters} onChange={setFilter} />
        <Input
          size="small"
          allowClear
          aria-label="搜索章节"
          placeholder="搜索章节，可用拼音"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
      </div>
      <Checkbox
        checked={shown.length > 0 && shownPicked === shown.length}
        indeterminate={shownPicked > 0 && shownPicked < shown.length}
        disabled={shown.length === 0}
        onChange={(event) => pickShown(event.target.checked)}
      >
        全选这 {shown.length} 章
      </Checkbox>
      {tooMany && <p className="voice-note">一次最多合成 {mostChapters} 章，请分几次进行。</p>}
      {chapters.isPending && <SkeletonRows rows={6} height={36} />}
      {chapters.isError && <ErrorState error={chapters.error} retry={() => void chapters.refetch()} />}
      {all !== undefined && shown.length === 0 && (
        <p className="voice-note">
          没有符合条件的章节。
          <Button
            type="link"
            size="small"
            onClick={() => {
              setFilter('all');
              setWords('');
            }}
          >
            清除筛选
          </Button>
        </p>
      )}
      <PickList
        chapters={shown}
        picked={picked}
        onToggle={(id, on) => {
          const next = new Set(picked);
          if (on) next.add(id);
          else next.delete(id);
          setPicked(next);
        }}
      />
    </Modal>
  );
}

interface PickListProps {
  readonly chapters: readonly Chapter[];
  readonly picked: ReadonlySet<string>;
  readonly onToggle: (id: string, on: boolean) => void;
}

function PickList({ chapters, picked, onToggle }: PickListProps) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: chapters.length,
    getScrollElement: () => box.current,
    estimateSize: () => 36,
    overscan: 8,
  });
  return (
    <div className="voice-picker-list" ref={box}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
        {virtual.getVirtualItems().map((item) => {
          const chapter = chapters[item.index];
          if (chapter === undefined) return null;
          return (
            <Checkbox
              key={chapter.id}
              className="voice-picker-row"
              style={{ transform: `translateY(${String(item.start)}px)` }}
              checked={picked.has(chapter.id)}
              onChange={(event) => onToggle(chapter.id, event.target.checked)}
            >
              <span className="voice-picker-name">{chapter.name}</span>
              <span>{chapter.wordCount.toLocaleString('zh-CN')} 字</span>
              <span>{audioWords[chapter.audio]}</span>
            </Checkbox>
          );
        })}
      </div>
    </div>
  );
}
