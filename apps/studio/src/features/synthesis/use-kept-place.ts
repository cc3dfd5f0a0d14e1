import { useEffect, useRef } from 'react';
import type { ChapterRow } from './chapter-rows.ts';
import type { ChapterPlayer, PlayerState, Recording } from './chapter-player.ts';

/** The piece of text that an address asks for (?line=N, from 1), as an index from 0; null without a proper one. */
export function segmentOfSearch(search: string): number | null {
  const text = new URLSearchParams(search).get('line');
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) - 1 : null;
}

/** The first row at or after a piece of text that can be heard, or -1. */
export function heardRowFrom(rows: readonly ChapterRow[], segment: number): number {
  return rows.findIndex((row) => row.audio !== null && row.segment !== null && row.segment >= segment);
}

function writeAddress(segment: number): void {
  const url = new URL(location.href);
  url.searchParams.set('line', String(segment + 1));
  // Not a navigation: the router need not hear of every spoken line.
  history.replaceState(history.state, '', url);
}

interface Place {
  readonly rows: readonly ChapterRow[];
  readonly rowOfLine: readonly number[];
  readonly recording: Recording | null;
}

const nowhere: Place = { rows: [], rowOfLine: [], recording: null };

/**
 * Opens the recording at the line of the address, keeps the address at the line being heard, and stays at
 * the same words, to the moment, when a new version takes the recording's place.
 */
export function useKeptPlace(player: ChapterPlayer | null, state: PlayerState, place: Place | null): void {
  const { rows, rowOfLine, recording } = place ?? nowhere;
  const segment = useRef(segmentOfSearch(location.search) ?? 0);
  const opened = useRef<Recording | null>(null);
  const latestRows = useRef(rows);

  useEffect(() => {
    latestRows.current = rows;
  }, [rows]);
  useEffect(() => {
    if (player === null) return;
    const heard = opened.current?.lines[player.state().line];
    const intoLine = heard === undefined ? 0 : player.positionMs() - heard.startMs;
    opened.current = recording;
    const row = latestRows.current[heardRowFrom(latestRows.current, segment.current)];
    const next = recording?.lines[row?.audio ?? -1];
    const sameWords = row?.segment === segment.current;
    const ms = next === undefined ? 0 : next.startMs + (sameWords ? Math.min(intoLine, next.durationMs) : 0);
    player.open(recording, ms);
  }, [player, recording]);

  const { line } = state;
  useEffect(() => {
    const now = player?.state().line ?? -1;
    const heard = rows[rowOfLine[now] ?? -1]?.segment;
    if (heard === undefined || heard === null || heard === segment.current) return;
    segment.current = heard;
    writeAddress(heard);
  }, [player, line, rows, rowOfLine]);
}
