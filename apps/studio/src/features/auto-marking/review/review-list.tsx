import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect } from 'react';
import type { RefObject } from 'react';
import { candidateName, percent } from '../marking-words.ts';
import type { ReviewItem } from '../marking.types.ts';
import { keyOf, placeOf } from './review-queue.ts';
import type { LineKey, Queue } from './review-queue.ts';

const rowHeight = 56;

/** The open lines; the one under review is kept in sight. */
export function ReviewList(props: {
  readonly list: RefObject<HTMLDivElement | null>;
  readonly queue: Queue;
  readonly skipped: ReadonlySet<LineKey>;
  readonly onStand: (key: LineKey) => void;
}) {
  const { list, queue, skipped, onStand } = props;
  const place = placeOf(queue);
  const virtual = useVirtualizer({
    count: queue.items.length,
    getScrollElement: () => list.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => {
      const item = queue.items[index];
      return item ? keyOf(item) : index;
    },
    overscan: 8,
  });
  useEffect(() => {
    if (place >= 0) virtual.scrollToIndex(place, { align: 'auto' });
  }, [place, virtual]);
  return (
    <div
      ref={list}
      className="review-list"
      role="listbox"
      aria-label="待确认的台词"
      aria-activedescendant={place >= 0 ? `review-${String(place)}` : undefined}
      tabIndex={0}
    >
      <div role="presentation" className="choice-rows" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map((row) => {
          const item = queue.items[row.index];
          if (!item) return null;
          return (
            <div
              key={row.key}
              id={`review-${String(row.index)}`}
              role="option"
              aria-selected={row.index === place}
              aria-posinset={row.index + 1}
              aria-setsize={queue.items.length}
              className="review-row"
              style={{ height: row.size, transform: `translateY(${String(row.start)}px)` }}
              onClick={() => onStand(keyOf(item))}
            >
              <span className="review-words">{item.text}</span>
              <span className="review-row-note">
                <span>{item.chapterName}</span>
                <span>{skipped.has(keyOf(item)) ? '已跳过' : guessText(item)}</span>
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function guessText({ candidates: [first] }: ReviewItem): string {
  return first === undefined ? '没有候选' : `${candidateName(first)} ${percent(first.probability)}`;
}
