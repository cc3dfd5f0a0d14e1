import { Select } from 'antd';
import { useMemo } from 'react';
import type { Voice } from '../synthesis.types.ts';
import { groupVoices } from '../voice-choices.ts';

/** The choice of a voice, grouped 男 女 童 老. */
export interface VoiceSelectProps {
  readonly roleName: string;
  readonly voices: readonly Voice[];
  /** Voice id, or empty. */
  readonly value: string;
  readonly disabled: boolean;
  readonly onChange: (voiceId: string) => void;
}

/** See {@link VoiceSelectProps}. */
export function VoiceSelect({ roleName, voices, value, disabled, onChange }: VoiceSelectProps) {
  const options = useMemo(() => {
    // A note that all voices share says nothing about any of them.
    const telling = new Set(voices.map((voice) => voice.note)).size > 1;
    const groups = groupVoices(voices).map(({ group, voices: members }) => ({
      label: group,
      title: group,
      options: members.map((voice) => ({
        value: voice.id,
        label: voice.name,
        note: [
          telling ? voice.note : '',
          voice.coinsPer100 > 0 ? `${String(voice.coinsPer100)} 鸡币/百字` : '',
        ]
          .filter(Boolean)
          .join('，'),
      })),
    }));
    const known = value === '' || voices.some((voice) => voice.id === value);
    return known
      ? groups
      : [
          ...groups,
          { label: '已下架', title: '已下架', options: [{ value, label: '已下架的音色', note: '' }] },
        ];
  }, [voices, value]);
  return (
    <Select
      className="voice-select"
      size="small"
      aria-label={`${roleName}的音色`}
      placeholder={disabled ? '没有音色' : '选择音色'}
      value={value === '' ? null : value}
      disabled={disabled}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      // Grouped options of a virtual list are not announced properly, and there are only dozens.
      virtual={false}
      listHeight={400}
      popupMatchSelectWidth={260}
      status={value === '' ? 'warning' : ''}
      onChange={(chosen) => {
        if (chosen !== null) onChange(chosen);
      }}
      optionRender={(option) => (
        <span className="voice-option">
          {option.label}
          <Note data={option.data} />
        </span>
      )}
    />
  );
}

function Note({ data }: { data: object }) {
  return 'note' in data && typeof data.note === 'string' && data.note !== '' ? (
    <small>{data.note}</small>
  ) : null;
}
