import { narrationClassName } from '@huaben/contract';
import { Button, Input, Segmented } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { toast } from '../../../ui/index.ts';
import { assignVoices } from '../auto-voices.ts';
import type { RoleLook } from '../role-looks.ts';
import { matchesPinyin, roleNames } from '../../cast/index.ts';
import type { Role } from '../../cast/index.ts';
import { useSetRoleVoices } from '../role-voices.queries.ts';
import type { RoleVoice } from '../role-voices.queries.ts';
import type { Voice } from '../synthesis.types.ts';
import { RoleRow } from './role-row.tsx';

/** The cast with its voices. */
export interface RoleVoicesProps {
  readonly novelId: string;
  readonly chapterId: string;
  readonly roles: readonly Role[];
  readonly discarded: ReadonlySet<string>;
  readonly voices: readonly Voice[];
  /** Spoken lines of this chapter by role. */
  readonly counts: ReadonlyMap<string, number>;
  readonly lookOf: (roleId: string) => RoleLook;
  readonly editable: boolean;
  /** A role to bring into view; a new object each time it is asked for. */
  readonly wanted: { readonly roleId: string } | null;
  /** Called once the wanted role has been brought into view. */
  readonly onShown: () => void;
  readonly listenTo: (roleId: string) => (() => void) | undefined;
}

/** See {@link RoleVoicesProps}. */
export function RoleVoices(props: RoleVoicesProps) {
  const {
    novelId,
    chapterId,
    roles,
    discarded,
    voices,
    counts,
    lookOf,
    editable,
    wanted,
    onShown,
    listenTo,
  } = props;
  const [scope, setScope] = useState<'chapter' | 'all'>('chapter');
  const [words, setWords] = useState('');
  const [marked, setMarked] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const save = useSetRoleVoices(novelId, chapterId);

  const latestCounts = useRef(counts);
  useEffect(() => {
    latestCounts.current = counts;
  }, [counts]);
  useEffect(() => {
    if (wanted === null) return;
    setMarked(wanted.roleId);
    setWords('');
    setScope((now) => (latestCounts.current.has(wanted.roleId) ? now : 'all'));
    const frame = requestAnimationFrame(() => {
      const row = list.current?.querySelector(`[data-role-row=${CSS.escape(wanted.roleId)}]`);
      row?.scrollIntoView({ block: 'center' });
      row?.querySelector<HTMLElement>('[role=combobox]')?.focus();
      onShown();
    });
    return () => cancelAnimationFrame(frame);
  }, [wanted, onShown]);

  const inScope = useMemo(() => {
    const linesOf = (role: Role): number => (scope === 'chapter' ? (counts.get(role.id) ?? 0) : role.count);
    const narratorFirst = (role: Role): number => (role.id === narrationClassName ? 1 : 0);
    return roles
      .filter((role) => scope === 'all' || counts.has(role.id))
      .map((role) => ({ role, lines: linesOf(role), names: [...roleNames(role), lookOf(role.id).name] }))
      .sort((a, b) => narratorFirst(b.role) - narratorFirst(a.role) || b.lines - a.lines);
  }, [roles, counts, scope, lookOf]);
  const shown = inScope.filter(({ names }) => names.some((name) => matchesPinyin(name, words)));
  const voiceless = inScope.filter(({ role }) => role.timbre === '');

  const change = (next: readonly RoleVoice[], text: string): void => {
    const before = next.flatMap(({ id }) => {
      const role = roles.find((each) => each.id === id);
      return role === undefined ? [] : [{ id, timbre: role.timbre, rate: role.rate, pitch: role.pitch }];
    });
    save.mutate(next, {
      onSuccess: () => {
        toast.undo(text, () =>
          save.mutate(before, { onSuccess: () => toast.info('已撤销，恢复原来的音色') }),
        );
      },
    });
  };
  const fillAll = (): void => {
    const chosen = assignVoices(
      inScope.map(({ role, lines, names }) => ({
        id: role.id,
        names,
        description: role.description,
        sex: role.sex,
        lines,
        timbre: role.timbre,
      })),
      voices,
    );
    const next = voiceless.flatMap(({ role }) => {
      const timbre = chosen.get(role.id);
      return timbre === undefined ? [] : [{ id: role.id, timbre, rate: role.rate, pitch: role.pitch }];
    });
    if (next.length > 0) change(next, `已为 ${String(next.length)} 个角色配好音色`);
  };

  const engines = [...new Set(voices.map((voice) => voice.engineName))];
  return (
    <section className="voice-cast" aria-label="角色与音色">
      <div className="voice-cast-head">
        <div className="voice-cast-choice">
          <Segmented
            size="small"
            value={scope}
            options={[
              { value: 'chapter', label: '本章角色' },
              { value: 'all', label: '全部角色' },
            ]}
            onChange={setScope}
          />
          <Button
            size="small"
            disabled={!editable || voiceless.length === 0 || save.isPending}
            onClick={fillAll}
          >
            {voiceless.length > 0 ? `自动配音色（${String(voiceless.length)}）` : '自动配音色'}
          </Button>
        </div>
        <Input
          size="small"
          allowClear
          aria-label="搜索角色"
          placeholder="搜索角色，可用拼音"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <p className="voice-note">
          {engines.length > 0 && `音色来自：${engines.join('、')}。`}
          {voices.some((voice) => /espeak/i.test(voice.engine)) && '内置音色为机器音，仅供试听与对稿。'}
          {!editable && '你没有改角色的权限，音色只能查看。'}
        </p>
      </div>
      <ul className="voice-role-list" ref={list}>
        {shown.map(({ role, lines }) => (
          <RoleRow
            key={role.id}
            role={role}
            look={lookOf(role.id)}
            lines={lines}
            voices={voices}
            editable={editable}
            discarded={discarded.has(role.id)}
            highlighted={marked === role.id && role.timbre === ''}
            onVoice={(voice) => change([voice], `${lookOf(role.id).name}的音色已保存`)}
            onListen={listenTo(role.id)}
          />
        ))}
      </ul>
      {shown.length === 0 && (
        <p className="voice-note">{words === '' ? '这里还没有角色。' : `没有名字含“${words}”的角色。`}</p>
      )}
    </section>
  );
}
