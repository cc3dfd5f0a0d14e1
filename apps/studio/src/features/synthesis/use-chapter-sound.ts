import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { chapterRows, textsOfAudio, textsOfSegments } from './chapter-rows.ts';
import type { ChapterRow } from './chapter-rows.ts';
import type { Recording } from './chapter-player.ts';
import { audioQuery, chapterQuery, discardedRolesQuery, segmentsQuery } from './synthesis.queries.ts';
import type { Chapter, ChapterAudio } from './synthesis.types.ts';
import { useRoles } from '../cast/index.ts';
import type { Role } from '../cast/index.ts';
import { baselineOf, changedRoles, keepBaseline, recallBaseline } from './voice-baseline.ts';

/** Everything that the voice screen knows about one chapter. */
export interface ChapterSound {
  readonly chapter: Chapter;
  /** The cast, and after it the discarded roles that still have lines: they speak as before. */
  readonly roles: readonly Role[];
  readonly discarded: ReadonlySet<string>;
  readonly audio: ChapterAudio;
  readonly rows: readonly ChapterRow[];
  /** The row of each line of the recording. */
  readonly rowOfLine: readonly number[];
  readonly recording: Recording | null;
  /** Roles whose voice was changed after the recording. */
  readonly revoiced: ReadonlySet<string>;
}

/** Loads a chapter's text, cast and sound and lays them side by side. */
export function useChapterSound(
  novelId: string,
  chapterId: string,
): { data: ChapterSound | null; error: unknown; retry: () => void } {
  const chapter = useQuery(chapterQuery(chapterId));
  const active = useRoles(novelId);
  const discarded = useQuery(discardedRolesQuery(novelId));
  const audio = useQuery(audioQuery(chapterId));
  const version = audio.data?.list.find((each) => each.current) ?? null;
  const nowUrl = chapter.data?.chapterUrlId ?? '';
  const heardUrl = version?.chapterUrlId ?? nowUrl;
  // While a newer text is on its way the former stays on the screen, and what plays plays on.
  const placeholderData = keepPreviousData;
  const now = useQuery({ ...segmentsQuery(novelId, nowUrl), enabled: nowUrl !== '', placeholderData });
  const heard = useQuery({
    ...segmentsQuery(novelId, heardUrl),
    enabled: heardUrl !== '' && version !== null,
    placeholderData,
  });
  // An old text that can no longer be read only loses the words of dropped lines.
  const heardSegments =
    version === null ? noSegments : (heard.data ?? (heard.isError ? noSegments : undefined));

  const everyone = useMemo(() => {
    if (active.data === undefined || discarded.data === undefined) return undefined;
    const spoken = discarded.data.filter((role) => role.count > 0);
    return {
      cast: [...active.data, ...spoken],
      ids: new Set([...active.data, ...discarded.data].map((role) => role.id)),
      discarded: new Set(spoken.map((role) => role.id)),
    };
  }, [active.data, discarded.data]);
  const cast = everyone?.cast;
  const ids = everyone?.ids;
  const audioLines = audio.data?.lines;
  const rows = useMemo(() => {
    if (!now.data || !heardSegments || !audioLines || !ids) return null;
    return chapterRows(textsOfSegments(now.data, ids), textsOfAudio(audioLines, heardSegments));
  }, [now.data, heardSegments, audioLines, ids]);
  const rowOfLine = useMemo(() => {
    const places: number[] = [];
    rows?.forEach((row, index) => {
      if (row.audio !== null) places[row.audio] = index;
    });
    return places;
  }, [rows]);
  const versionId = version?.id;
  const totalMs = version?.durationMs ?? 0;
  const recording = useMemo(
    () =>
      versionId === undefined || audioLines === undefined ? null : { versionId, lines: audioLines, totalMs },
    [versionId, audioLines, totalMs],
  );
  const stale = audio.data?.stale;
  useEffect(() => {
    // A version was made with one set of voices: what was seen first, while it was up to date, holds.
    if (versionId === undefined || stale !== false || cast === undefined) return;
    if (recallBaseline(versionId) === null) keepBaseline(versionId, baselineOf(cast));
  }, [versionId, stale, cast]);
  const revoiced = useMemo(() => {
    const baseline = versionId === undefined || stale !== true ? null : recallBaseline(versionId);
    return baseline === null || cast === undefined ? noRoles : changedRoles(baseline, cast);
  }, [versionId, stale, cast]);

  const all = [chapter, active, discarded, audio, now];
  const failed = all.find((query) => query.isError && query.data === undefined);
  const retry = (): void => {
    for (const query of all) if (query.isError) void query.refetch();
  };
  const complete =
    chapter.data !== undefined && everyone !== undefined && audio.data !== undefined && rows !== null;
  return {
    data: complete
      ? {
          chapter: chapter.data,
          roles: everyone.cast,
          discarded: everyone.discarded,
          audio: audio.data,
          rows,
          rowOfLine,
          recording,
          revoiced,
        }
      : null,
    error: failed?.error ?? null,
    retry,
  };
}

const noSegments: [] = [];
const noRoles: ReadonlySet<string> = new Set();
