import {
  CaretRightOutlined,
  LoadingOutlined,
  PauseOutlined,
  RetweetOutlined,
  StepBackwardOutlined,
  StepForwardOutlined,
} from '@ant-design/icons';
import { Button, Select, Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { failureText } from '../../../lib/api.ts';
import type { ChapterPlayer, PlayerState, Recording } from '../chapter-player.ts';
import { LineMap } from './line-map.tsx';
import type { LineMapProps } from './line-map.tsx';

/** The proof-listening player at the foot of the screen. */
export interface PlayerBarProps {
  readonly player: ChapterPlayer | null;
  readonly state: PlayerState;
  readonly recording: Recording;
  readonly speakers: LineMapProps['speakers'];
  readonly colourOf: (roleId: string) => string;
}

const rates = [0.75, 1, 1.25, 1.5, 1.75, 2].map((value) => ({ value, label: `${String(value)} 倍` }));

/** See {@link PlayerBarProps}. */
export function PlayerBar({ player, state, recording, speakers, colourOf }: PlayerBarProps) {
  const running = state.phase === 'playing' || state.phase === 'loading';
  return (
    <section className="voice-player" aria-label="播放器">
      {state.phase === 'failed' && (
        <div className="voice-player-error" role="alert">
          <span>{playFailure(state.error)}</span>
          <Button size="small" onClick={() => player?.play()}>
            重试
          </Button>
        </div>
      )}
      <div className="voice-controls">
        <PlayerButton label="上一句（J）" icon={<StepBackwardOutlined />} onClick={() => player?.step(-1)} />
        <PlayerButton
          label={running ? '暂停（空格）' : '播放（空格）'}
          primary
          icon={
            state.phase === 'loading' ? (
              <LoadingOutlined />
            ) : running ? (
              <PauseOutlined />
            ) : (
              <CaretRightOutlined />
            )
          }
          onClick={() => player?.toggle()}
        />
        <PlayerButton label="下一句（L）" icon={<StepForwardOutlined />} onClick={() => player?.step(1)} />
        <PlayerButton
          label="循环本句"
          icon={<RetweetOutlined />}
          pressed={state.looping}
          onClick={() => player?.setLooping(!state.looping)}
        />
        <span className="voice-count">
          第 {state.line + 1} / {recording.lines.length} 句
        </span>
      </div>
      <div className="voice-track">
        <LineMap player={player} recording={recording} speakers={speakers} colourOf={colourOf} />
      </div>
      <Select
        className="voice-rate"
        size="small"
        aria-label="播放速度"
        value={state.rate}
        options={rates}
        onChange={(rate) => player?.setRate(rate)}
      />
    </section>
  );
}

interface PlayerButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: () => void;
  readonly primary?: boolean;
  readonly pressed?: boolean;
}

function PlayerButton({ label, icon, onClick, primary = false, pressed }: PlayerButtonProps) {
  return (
    <Tooltip title={label} mouseEnterDelay={0.6}>
      <Button
        type={primary ? 'primary' : pressed === true ? 'default' : 'text'}
        className={pressed === true ? 'is-pressed' : ''}
        aria-label={label}
        aria-pressed={pressed}
        icon={icon}
        // Space must keep meaning play and pause after a click.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onClick}
      />
    </Tooltip>
  );
}

function playFailure(error: unknown): string {
  if (error instanceof DOMException && error.name === 'NotAllowedError')
    return '浏览器没有允许播放声音，请再点一次播放';
  if (error instanceof DOMException) return '浏览器不能播放这段声音，请重新合成这一章';
  return `没能取到声音：${failureText(error)}`;
}
