import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { ProgressRow } from '../../../ui/index.ts';
import { matchesPinyin } from '../../cast/index.ts';
import type { Role } from '../../cast/index.ts';
import { count } from '../marking-words.ts';
import { changeRow, doubledNames, joinRows, wantSpeaking } from './roster-edit.ts';
import type { RosterRow } from './roster-edit.ts';
import { RosterList } from './roster-list.tsx';
import { RosterRowDialog } from './roster-row-dialog.tsx';
import { saveRoster } from './save-roster.ts';
import type { RosterOutcome } from './save-roster.ts';

const leastLines = [1, 3, 10, 30];

/** The found characters, put right by a person, and made roles. */
export function RosterWork(props: {
  readonly novelId: string;
  /** As they were found; later changes of the cast do not disturb what is being edited. */
  readonly rows: readonly RosterRow[];
  readonly roles: readonly Role[];
  readonly chapters: number;
  readonly mayMark: boolean;
  readonly mayCreate: boolean;
  readonly starting: boolean;
  readonly onBack: () => void;
  readonly onBegin: () => void;
}) {
  const { novelId, roles } = props;
  const [rows, setRows] = useState(props.rows);
  const [editing, setEditing] = useState<RosterRow | null>(null);
  const [joining, setJoining] = useState<ReadonlySet<string> | null>(null);
  const [words, setWords] = useState('');
  const [least, setLeast] = useState(1);
  const [saving, setSaving] = useState<number | null>(null);
  const [failures, setFailures] = useState<RosterOutcome['failures']>([]);
  const wanted = rows.filter((row) => row.wanted);
  const doubled = doubledNames(rows);
  const shown = rows.filter((row) => matchesPinyin([row.name, ...row.aliases].join(' '), words));
  const busy = saving !== null;

  const make = async () => {
    setFailures([]);
    setSaving(0);
    const outcome = await saveRoster(novelId, wanted, setSaving);
    setSaving(null);
    setRows((now) => now.filter((row) => !outcome.made.has(row.key)));
    setFailures(outcome.failures);
    if (outcome.failures.length === 0) props.onBegin();
  };
  return (
    <section className="roster" aria-label="发现角色">
      <div className="marking-filters">
        <h2>发现 {count(rows.length)} 个角色</h2>
        <Input
          className="marking-search"
          allowClear
          aria-label="搜索角色，可用拼音"
          placeholder="搜索角色，可用拼音"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {joining === null && (
          <Select
            aria-label="勾选"
            className="roster-least"
            placeholder="按台词数勾选"
            disabled={!props.mayCreate || busy}
            value={least}
            onChange={(lines: number) => {
              setLeast(lines);
              setRows(wantSpeaking(rows, lines));
            }}
            options={leastLines.map((lines) => ({
              value: lines,
              label: lines === 1 ? '勾选有台词的' : `勾选 ${String(lines)} 行以上的`,
            }))}
          />
        )}
        {joining === null ? (
          <Button disabled={!props.mayCreate || busy} onClick={() => setJoining(new Set())}>
            合并同一个人
          </Button>
        ) : (
          <>
            <Button
              type="primary"
              disabled={joining.size < 2}
              onClick={() => {
                setRows(joinRows(rows, joining));
                setJoining(null);
              }}
            >
              合并这 {joining.size} 个
            </Button>
            <Button onClick={() => setJoining(null)}>不合并了</Button>
          </>
        )}
        <span className="marking-quiet">
          {joining === null
            ? '勾上的会建成角色；没勾的略过，以后可以再建。'
            : '勾选同一个人的几个名字，排在前面的作主名。'}
        </span>
      </div>
      <RosterList
        rows={shown}
        joining={joining}
        disabled={!props.mayCreate || busy}
        onWanted={(key, on) => setRows(changeRow(rows, key, { wanted: on }))}
        onJoin={(key, on) => {
          const next = new Set(joining);
          if (on) next.add(key);
          else next.delete(key);
          setJoining(next);
        }}
        onEdit={setEditing}
      />
      <footer className="marking-foot">
        {failures.map(({ name, reason }) => (
          <p key={name} className="marking-problem" role="alert">
            「{name}」没有建成：{reason}
          </p>
        ))}
        {doubled.length > 0 && (
          <p className="marking-problem" role="status">
            「{doubled.join('」「')}」出现在两个角色里，请改名，或合并成一个。
          </p>
        )}
        {!props.mayCreate && (
          <p className="marking-problem" role="status">
            没有角色管理权限，不能建角色；可以直接开始，或请负责人先建。
          </p>
        )}
        {busy ? (
          <ProgressRow label="正在建角色" done={saving} total={wanted.length} unit="个" />
        ) : (
          <div className="marking-buttons">
            <Button onClick={props.onBack}>回去选章节</Button>
            <Button disabled={!props.mayMark} loading={props.starting} onClick={props.onBegin}>
              不建角色，直接开始
            </Button>
            <Button
              type="primary"
              disabled={!props.mayMark || !props.mayCreate || wanted.length === 0 || doubled.length > 0}
              loading={props.starting}
              onClick={() => void make()}
            >
              建 {count(wanted.length)} 个角色，开始画 {count(props.chapters)} 章
            </Button>
          </div>
        )}
      </footer>
      {editing !== null && (
        <RosterRowDialog
          row={editing}
          roles={roles}
          onClose={() => setEditing(null)}
          onSave={(change) => {
            setRows(changeRow(rows, editing.key, change));
            setEditing(null);
          }}
        />
      )}
    </section>
  );
}
