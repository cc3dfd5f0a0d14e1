import { useVirtualizer } from '@tanstack/react-virtual';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import type { ChapterRow } from '../chapter-rows.ts';
import type { RoleLook } from '../role-looks.ts';
import { clockText } from '../clock-words.ts';

/** The chapter as it is spoken, one row a line. */
export interface SpokenLinesProps {
  readonly rows: readonly ChapterRow[];
  readonly lookOf: (roleId: string) => RoleLook;
  /** The row under the needle, or -1. */
  readonly current: number;
  readonly playing: boolean;
  readonly startMsOf: (row: ChapterRow) => number | null;
  /** What is wrong with the sound of a row, or null. */
  readonly remarkOf: (row: ChapterRow) => string | null;
  readonly onPlay: (row: number) => void;
}

/** See {@link SpokenLinesProps}. */
export function SpokenLines({
  rows,
  lookOf,
  current,
  playing,
  startMsOf,
  remarkOf,
  onPlay,
}: SpokenLinesProps) {
  const box = useRef<HTMLDivElement>(null);
  const [cursor, setCursor] = useState<number | null>(null);
  const [following, setFollowing] = useState(true);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => 44,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
  });

  useEffect(() => {
    if (!following || current < 0) return;
    const item = virtual.getVirtualItems().find((each) => each.index === current);
    const top = virtual.scrollOffset ?? 0;
    const height = box.current?.clientHeight ?? 0;
    const inView = item !== undefined && item.start >= top + height * 0.1 && item.end <= top + height * 0.8;
    if (!inView) virtual.scrollToIndex(current, { align: 'center' });
  }, [current, following, virtual]);

  const chosen = Math.min(cursor ?? current, rows.length - 1);
  const move = (to: number): void => {
    const next = Math.min(Math.max(to, 0), rows.length - 1);
    setFollowing(false);
    setCursor(next);
    virtual.scrollToIndex(next, { align: 'auto' });
  };
  const playFrom = (index: number): void => {
    setCursor(null);
    setFollowing(true);
    onPlay(index);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };
    const step = steps[event.key];
    if (step !== undefined) move(Math.max(chosen, 0) + step);
    else if (event.key === 'Home') move(0);
    else if (event.key === 'End') move(rows.length - 1);
    else if (event.key === 'Enter' && chosen >= 0) playFrom(chosen);
    else return;
    event.preventDefault();
  };

  return (
    <div className="voice-lines">
      <div
        ref={box}
        className="voice-scroll"
        role="listbox"
        tabIndex={0}
        aria-label="本章台词，上下键选择，回车从该句播放"
        aria-activedescendant={chosen >= 0 ? `line-${String(chosen)}` : undefined}
        onKeyDown={onKeyDown}
        onWheel={() => setFollowing(false)}
        onTouchMove={() => setFollowing(false)}
      >
        <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
          {virtual.getVirtualItems().map((item) => {
            const row = rows[item.index];
            if (row === undefined) return null;
            const look = lookOf(row.roleId);
            const remark = remarkOf(row);
            const startMs = startMsOf(row);
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                id={`line-${String(item.index)}`}
                role="option"
                aria-selected={item.index === chosen}
                aria-setsize={rows.length}
                aria-posinset={item.index + 1}
                className={rowClass(row, item.index === current, item.index === chosen, remark !== null)}
                style={{ transform: `translateY(${String(item.start)}px)` }}
                onClick={() => playFrom(item.index)}
              >
                <span className="voice-role">
                  <span style={look.nameStyle}>{look.name}</span>
                </span>
                <span className="voice-text">{row.text === '' ? '（这句的原文已经找不到）' : row.text}</span>
                <span className="voice-mark">
                  {remark !== null ? <em>{remark}</em> : startMs === null ? '' : clockText(startMs)}
                </span>
              </div>
            );
          })}
        </div>
      </div>
      {!following && playing && current >= 0 && (
        <Button
          className="voice-follow"
          size="small"
          onClick={() => {
            setCursor(null);
            setFollowing(true);
          }}
        >
          回到正在播放的台词
        </Button>
      )}
    </div>
  );
}

function rowClass(row: ChapterRow, current: boolean, chosen: boolean, remarked: boolean): string {
  const names = ['voice-row', `voice-${row.kind}`];
  if (current) names.push('is-current');
  if (chosen) names.push('is-chosen');
  if (remarked) names.push('is-remarked');
  if (row.segment === null) names.push('is-dropped');
  return names.join(' ');
}
