import { redoConfirmation } from '@huaben/contract';
import { Button, Checkbox, Radio, Slider } from 'antd';
import type { ReactNode } from 'react';
import type { UrlPatch } from '../../../lib/use-url-state.ts';
import { thresholdText } from '../marking-view.ts';
import type { MarkingAddress } from '../marking-view.ts';
import type { MarkingMode } from '../marking.types.ts';

const modes: readonly { mode: MarkingMode; label: string; hint: string }[] = [
  { mode: 'blank', label: '只补空白', hint: '只看还没有角色的台词，已经标好的一句也不动。' },
  { mode: 'selection', label: '重画选区', hint: '在一章里挑出几句重画，先看改动，再决定要不要。' },
  {
    mode: 'chapter',
    label: redoConfirmation,
    hint: '机器标过的全部重来。先存一个有名字的版本；手工标的不动。',
  },
];
const marks = { 50: '50%', 80: '80%', 95: '95%' };

/** How the chosen chapters are marked, and the button that begins. */
export function MarkingOptions(props: {
  readonly address: MarkingAddress;
  readonly change: (patch: UrlPatch) => void;
  readonly disabled: boolean;
  /** Whether and how the language model is asked. */
  readonly model: ReactNode;
  /** What the button says, or why it cannot be pressed. */
  readonly action: string;
  readonly problem: string | null;
  readonly busy: boolean;
  readonly onStart: () => void;
}) {
  const { address, change, disabled } = props;
  return (
    <aside className="marking-options" aria-label="画本方式">
      <h2 id="marking-mode">方式</h2>
      <Radio.Group
        aria-labelledby="marking-mode"
        className="marking-modes"
        disabled={disabled}
        value={address.mode}
        onChange={(event) => {
          const mode = event.target.value as MarkingMode;
          change({ mode: mode === 'blank' ? null : mode });
        }}
      >
        {modes.map(({ mode, label, hint }) => (
          <Radio key={mode} value={mode}>
            {label}
            <span className="marking-hint">{hint}</span>
          </Radio>
        ))}
      </Radio.Group>
      <h2>直接采纳的把握：{Math.round(address.threshold * 100)}%</h2>
      <Slider
        min={50}
        max={100}
        marks={marks}
        included
        disabled={disabled}
        ariaLabelForHandle="直接采纳的把握"
        tooltip={{ formatter: (value) => `${String(value)}%` }}
        value={Math.round(address.threshold * 100)}
        onChange={(value) => change({ threshold: thresholdText(value / 100) })}
      />
      <p className="marking-hint">
        有这么大把握的台词直接标上角色，其余的排进「待确认」，由你来定。调高更稳，要确认的更多；调低更省事，可能标错。
      </p>
      {address.mode !== 'selection' && (
        <Checkbox
          disabled={disabled}
          checked={address.findsNames}
          onChange={(event) => change({ names: event.target.checked ? null : '0' })}
        >
          开始前先找新角色
          <span className="marking-hint">找到文中还没有建的角色，看过再建；没有新的就直接开始。</span>
        </Checkbox>
      )}
      {props.model}
      <div className="marking-start">
        <Button
          type="primary"
          block
          disabled={disabled || props.problem !== null}
          loading={props.busy}
          onClick={props.onStart}
        >
          {props.action}
        </Button>
        {props.problem !== null && <p className="marking-hint">{props.problem}</p>}
        <p className="marking-hint">在后台进行，可以离开这个页面；手工标过的台词任何方式都不会动。</p>
      </div>
    </aside>
  );
}
