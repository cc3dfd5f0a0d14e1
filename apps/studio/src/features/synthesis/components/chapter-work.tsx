import type { UseQueryResult } from '@tanstack/react-query';
import { Segmented } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useNarrow } from '../../../lib/narrow.ts';
import { ErrorState, toast } from '../../../ui/index.ts';
import type { ChapterRow } from '../chapter-rows.ts';
import { usePlayerKeys } from '../player-keys.ts';
import type { RoleLook } from '../role-looks.ts';
import type { Voice } from '../synthesis.types.ts';
import type { ChapterSound } from '../use-chapter-sound.ts';
import { useKeptPlace } from '../use-kept-place.ts';
import { usePlayer } from '../use-player.ts';
import { PlayerBar } from './player-bar.tsx';
import { RoleVoices } from './role-voices.tsx';
import { SpokenLines } from './spoken-lines.tsx';

/** The lines, the cast and the player of one chapter. */
export interface ChapterWorkProps {
  readonly novelId: string;
  readonly data: ChapterSound;
  readonly lookOf: (roleId: string) => RoleLook;
  readonly voices: UseQueryResult<{ list: Voice[] }>;
  readonly editable: boolean;
  readonly wanted: { readonly roleId: string } | null;
  readonly onShown: () => void;
}

/** See {@link ChapterWorkProps}. */
export function ChapterWork({ novelId, data, lookOf, voices, editable, wanted, onShown }: ChapterWorkProps) {
  const { rows, rowOfLine, recording, revoiced, audio } = data;
  const { player, state } = usePlayer();
  useKeptPlace(player, state, data);
  usePlayerKeys(player);
  const narrow = useNarrow();
  const [view, setView] = useState<'lines' | 'cast'>('lines');
  useEffect(() => {
    if (wanted !== null) setView('cast');
  }, [wanted]);

  const counts = useMemo(() => {
    const byRole = new Map<string, number>();
    for (const row of rows)
      if (row.segment !== null) byRole.set(row.roleId, (byRole.get(row.roleId) ?? 0) + 1);
    return byRole;
  }, [rows]);
  const remarkOf = (row: ChapterRow): string | null => {
    if (recording === null) return null;
    if (row.segment === null) return '已改动';
    return row.audio === null || revoiced.has(row.roleId) ? '待重做' : null;
  };
  const play = (index: number): void => {
    const line = rows[index]?.audio ?? null;
    if (line === null) toast.info('这句还没有声音，合成之后可以播放');
    else player?.playLine(line);
  };
  const listenTo = (roleId: string): (() => void) | undefined => {
    if (!audio.lines.some((line) => line.roleId === roleId)) return undefined;
    return () => {
      const after = audio.lines.findIndex((line, index) => line.roleId === roleId && index > state.line);
      player?.playLine(after >= 0 ? after : audio.lines.findIndex((line) => line.roleId === roleId));
    };
  };
  const colourOf = useCallback((roleId: string) => lookOf(roleId).mark, [lookOf]);

  return (
    <>
      {narrow && (
        <Segmented
          block
          value={view}
          options={[
            { value: 'lines', label: '台词' },
            { value: 'cast', label: '角色与音色' },
          ]}
          onChange={setView}
        />
      )}
      <div className="voice-body">
        {(!narrow || view === 'lines') && (
          <SpokenLines
            rows={rows}
            lookOf={lookOf}
            current={rowOfLine[state.line] ?? -1}
            playing={state.phase === 'playing'}
            startMsOf={(row) => (row.audio === null ? null : (audio.lines[row.audio]?.startMs ?? null))}
            remarkOf={remarkOf}
            onPlay={play}
          />
        )}
        {(!narrow || view === 'cast') &&
          (voices.isError && voices.data === undefined ? (
            <ErrorState error={voices.error} retry={() => void voices.refetch()} />
          ) : (
            <RoleVoices
              novelId={novelId}
              chapterId={data.chapter.id}
              roles={data.roles}
              discarded={data.discarded}
              voices={voices.data?.list ?? []}
              counts={counts}
              lookOf={lookOf}
              editable={editable}
              wanted={wanted}
              onShown={onShown}
              listenTo={listenTo}
            />
          ))}
      </div>
      {recording !== null && recording.lines.length > 0 && (
        <PlayerBar
          player={player}
          state={state}
          recording={recording}
          speakers={audio.lines}
          colourOf={colourOf}
        />
      )}
    </>
  );
}
