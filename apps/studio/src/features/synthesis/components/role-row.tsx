import { DownOutlined, SoundOutlined, UpOutlined } from '@ant-design/icons';
import { pitchRange, rateRange } from '@huaben/contract';
import { Button, Slider } from 'antd';
import { useState } from 'react';
import type { RoleLook } from '../role-looks.ts';
import type { RoleVoice } from '../role-voices.queries.ts';
import type { Role } from '../../cast/index.ts';
import type { Voice } from '../synthesis.types.ts';
import { VoiceSelect } from './voice-select.tsx';

/** A role with its voice, and on demand its rate and pitch. */
export interface RoleRowProps {
  readonly role: Role;
  readonly look: RoleLook;
  readonly lines: number;
  readonly voices: readonly Voice[];
  readonly editable: boolean;
  readonly discarded: boolean;
  readonly highlighted: boolean;
  readonly onVoice: (voice: RoleVoice) => void;
  /** Plays one of the role's lines; absent when none has sound. */
  readonly onListen?: (() => void) | undefined;
}

const voiceOf = ({ id, timbre, rate, pitch }: Role): RoleVoice => ({ id, timbre, rate, pitch });

/** See {@link RoleRowProps}. */
export function RoleRow({
  role,
  look,
  lines,
  voices,
  editable,
  discarded,
  highlighted,
  onVoice,
  onListen,
}: RoleRowProps) {
  const [open, setOpen] = useState(false);
  const tuned = role.rate !== 1 || role.pitch !== 0;
  return (
    <li className={highlighted ? 'voice-role-row is-wanted' : 'voice-role-row'} data-role-row={role.id}>
      <div className="voice-role-line">
        <span className="voice-role-name">
          <span style={look.nameStyle}>{look.name}</span>
        </span>
        <span className="voice-role-count">
          {discarded && '已废弃 · '}
          {lines} 句
        </span>
        <VoiceSelect
          roleName={look.name}
          voices={voices}
          value={role.timbre}
          disabled={!editable}
          onChange={(timbre) => onVoice({ ...voiceOf(role), timbre })}
        />
        <Button
          type="text"
          size="small"
          aria-label={`试听${look.name}的台词`}
          title={onListen === undefined ? '合成之后可以试听' : '播放这个角色的台词'}
          disabled={onListen === undefined}
          icon={<SoundOutlined />}
          onClick={onListen}
        />
        <Button
          type="text"
          size="small"
          aria-expanded={open}
          aria-label={`${look.name}的语速与音高`}
          className={tuned ? 'is-tuned' : ''}
          icon={open ? <UpOutlined /> : <DownOutlined />}
          onClick={() => setOpen(!open)}
        />
      </div>
      {open && (
        <div className="voice-tuning">
          <Tuning
            label="语速"
            unit="倍"
            value={role.rate}
            min={rateRange.min}
            max={rateRange.max}
            step={0.05}
            disabled={!editable}
            onDone={(rate) => onVoice({ ...voiceOf(role), rate })}
          />
          <Tuning
            label="音高"
            unit="半音"
            value={role.pitch}
            min={pitchRange.min}
            max={pitchRange.max}
            step={1}
            disabled={!editable}
            onDone={(pitch) => onVoice({ ...voiceOf(role), pitch })}
          />
          {tuned && editable && (
            <Button size="small" onClick={() => onVoice({ ...voiceOf(role), rate: 1, pitch: 0 })}>
              还原语速与音高
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

interface TuningProps {
  readonly label: string;
  readonly unit: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly disabled: boolean;
  readonly onDone: (value: number) => void;
}

function Tuning({ label, unit, value, min, max, step, disabled, onDone }: TuningProps) {
  /** The value under the finger; null follows what is stored. */
  const [moving, setMoving] = useState<number | null>(null);
  const shown = moving ?? value;
  return (
    <div className="voice-tune">
      <span>{label}</span>
      <Slider
        min={min}
        max={max}
        step={step}
        value={shown}
        disabled={disabled}
        ariaLabelForHandle={label}
        tooltip={{ open: false }}
        onChange={setMoving}
        onChangeComplete={(next) => {
          setMoving(null);
          if (next !== value) onDone(next);
        }}
      />
      <span className="voice-tune-value">
        {shown > 0 && unit === '半音' ? '+' : ''}
        {shown} {unit}
      </span>
    </div>
  );
}
