import { useEffect, useMemo, useRef } from 'react';
import type { PointerEvent } from 'react';
import type { ChapterPlayer, Recording } from '../chapter-player.ts';
import { narrationClassName } from '@huaben/contract';
import { clockText } from '../clock-words.ts';

/** The whole chapter as a bar: each line in its speaker's colour, narration low, and the needle. */
export interface LineMapProps {
  readonly player: ChapterPlayer | null;
  readonly recording: Recording;
  readonly speakers: readonly {
    readonly roleId: string;
    readonly startMs: number;
    readonly durationMs: number;
  }[];
  readonly colourOf: (roleId: string) => string;
}

const height = 20;

/** See {@link LineMapProps}. */
export function LineMap({ player, recording, speakers, colourOf }: LineMapProps) {
  const bar = useRef<HTMLDivElement>(null);
  const needle = useRef<HTMLDivElement>(null);
  const clock = useRef<HTMLSpanElement>(null);
  const dragged = useRef<number | null>(null);
  const { totalMs } = recording;

  useEffect(() => {
    if (player === null) return;
    let frame = 0;
    let shownSecond = -1;
    // The needle moves every frame; drawing it past React keeps the rest of the screen still.
    const draw = (): void => {
      player.tick();
      const ms = dragged.current ?? player.positionMs();
      if (needle.current) needle.current.style.left = `${String(totalMs > 0 ? (ms / totalMs) * 100 : 0)}%`;
      const second = Math.floor(ms / 1000);
      if (second !== shownSecond) {
        shownSecond = second;
        if (clock.current) clock.current.textContent = clockText(ms);
        bar.current?.setAttribute('aria-valuenow', String(second));
        bar.current?.setAttribute('aria-valuetext', `${clockText(ms)}，共 ${clockText(totalMs)}`);
      }
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [player, totalMs]);

  const paths = useMemo(() => {
    const byRole = new Map<string, string>();
    for (const { roleId, startMs, durationMs } of speakers) {
      const top = roleId === narrationClassName ? height * 0.55 : height * 0.1;
      const shape = `M${String(startMs)} ${String(top)}h${String(durationMs)}V${String(height)}h${String(-durationMs)}z`;
      byRole.set(roleId, (byRole.get(roleId) ?? '') + shape);
    }
    return [...byRole];
  }, [speakers]);

  const msAt = (event: PointerEvent): number => {
    const box = bar.current?.getBoundingClientRect();
    if (box === undefined || box.width === 0) return 0;
    return Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1) * totalMs;
  };
  return (
    <>
      <span className="voice-clock" ref={clock}>
        0:00
      </span>
      <div
        ref={bar}
        className="voice-map"
        role="slider"
        tabIndex={0}
        aria-label="播放位置"
        aria-valuemin={0}
        aria-valuemax={Math.floor(totalMs / 1000)}
        aria-valuenow={0}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          dragged.current = msAt(event);
        }}
        onPointerMove={(event) => {
          if (dragged.current !== null) dragged.current = msAt(event);
        }}
        onPointerUp={() => {
          if (dragged.current !== null) player?.seek(dragged.current);
          dragged.current = null;
        }}
        onPointerCancel={() => (dragged.current = null)}
      >
        <svg
          viewBox={`0 0 ${String(Math.max(totalMs, 1))} ${String(height)}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {paths.map(([roleId, d]) => (
            <path key={roleId} d={d} fill={colourOf(roleId)} />
          ))}
        </svg>
        <div className="voice-needle" ref={needle} />
      </div>
      <span className="voice-clock">{clockText(totalMs)}</span>
    </>
  );
}
