import { count } from '../marking-words.ts';
import type { MarkingCounts } from '../marking-runs.ts';

const parts: readonly { key: Exclude<keyof MarkingCounts, 'lines'>; label: string; hint: string }[] = [
  { key: 'marked', label: '直接标上', hint: '把握够大，已经写进稿子' },
  { key: 'queued', label: '待确认', hint: '排进待确认，由你来定' },
  { key: 'human', label: '手工标的', hint: '一句没动' },
  { key: 'notDialogue', label: '不是台词', hint: '改按旁白读' },
  { key: 'kept', label: '保持原样', hint: '本来已标好，或不在所选范围' },
];

/** What became of the lines of a run, as shares of one bar with its figures. */
export function ResultBar({ counts }: { counts: MarkingCounts }) {
  if (counts.lines === 0) return <p className="marking-quiet">这些章节里没有台词。</p>;
  return (
    <div className="result">
      <div className="result-bar" aria-hidden>
        {parts.map(({ key }) => (
          <span key={key} data-part={key} style={{ flexGrow: counts[key] }} />
        ))}
      </div>
      <dl className="result-figures" aria-label={`共 ${count(counts.lines)} 行台词`}>
        {parts.map(({ key, label, hint }) => (
          <div key={key} data-part={key} title={hint}>
            <dt>{label}</dt>
            <dd>
              {count(counts[key])} <small>行</small>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
