import { Button, Segmented, Select } from 'antd';
import { matchesPinyin } from '../../cast/index.ts';
import type { MarkingAddress } from '../marking-view.ts';
import { count } from '../marking-words.ts';
import type { ReviewPage } from '../marking.types.ts';

const orders: { value: MarkingAddress['order']; label: string }[] = [
  { value: 'risk', label: '没把握的在前' },
  { value: 'place', label: '按正文顺序' },
];

/** Which lines are reviewed and in which order; the way to accept many at once. */
export function ReviewFilters(props: {
  readonly address: MarkingAddress;
  readonly chapters: ReviewPage['chapters'];
  readonly open: number;
  readonly mayMark: boolean;
  readonly onFilter: (patch: { chapter?: string | null; order?: string | null }) => void;
  readonly onAccept: () => void;
}) {
  const { address, chapters, open } = props;
  const total = chapters.reduce((sum, chapter) => sum + chapter.open, 0);
  return (
    <div className="marking-filters">
      <Select
        aria-label="看哪一章"
        className="review-chapter"
        showSearch={{
          filterOption: (typed, option) => matchesPinyin(String(option?.label ?? ''), typed),
        }}
        value={address.chapter ?? ''}
        onChange={(chapter) => props.onFilter({ chapter: chapter === '' ? null : chapter })}
        options={[
          { value: '', label: `全部章节（${count(total)} 行）` },
          ...chapters.map((chapter) => ({
            value: chapter.chapterId,
            label: `${chapter.chapterName}（${count(chapter.open)} 行）`,
          })),
        ]}
      />
      <Segmented
        aria-label="顺序"
        value={address.order}
        options={orders}
        onChange={(order) => props.onFilter({ order: order === 'risk' ? null : order })}
      />
      <span className="marking-quiet" role="status">
        还有 {count(open)} 行
      </span>
      <Button className="push" disabled={!props.mayMark || open === 0} onClick={props.onAccept}>
        采纳高把握的台词
      </Button>
    </div>
  );
}
