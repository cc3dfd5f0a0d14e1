import { Button } from 'antd';
import { useState } from 'react';
import { useStore } from 'zustand';
import { failureText } from '../../lib/api.ts';
import { toast } from '../../ui/index.ts';
import { createRole } from '../cast/index.ts';
import { DiscoveredDialog } from '../casting/index.ts';
import type { LiveDesk } from './use-desk.ts';

/** What the rules offer for the whole chapter; absent when they offer nothing. */
export function CastingBar(props: { desk: LiveDesk; novelId: string; mayEditRoles: boolean }) {
  const { desk, novelId } = props;
  const sure = useStore(desk.store, (state) => state.sure);
  const discovered = useStore(desk.store, (state) => state.discovered);
  const casting = useStore(desk.store, (state) => state.casting);
  const unassigned = useStore(desk.store, (state) => state.stats.unassigned);
  const [choosing, setChoosing] = useState(false);
  const names = props.mayEditRoles
    ? discovered.filter((found) => found.speaks > 0 || found.mentions > 2)
    : [];
  if (casting === 'failed')
    return <p className="desk-casting">没能算出建议，仍可手工标注；刷新页面会再试一次。</p>;
  if ((sure === 0 && names.length === 0) || unassigned === 0) return null;
  const create = async (chosen: typeof discovered) => {
    for (const found of chosen) {
      try {
        const { edit } = await createRole(novelId, {
          names: [found.name, ...found.aliases],
          sex: found.sex ?? '',
          description: '',
          cv: '',
          style: null,
        });
        desk.session.record(edit);
      } catch (error) {
        toast.error(`「${found.name}」没建成：${failureText(error)}`);
      }
    }
  };
  return (
    <div className="desk-casting">
      {sure > 0 && (
        <Button
          size="small"
          type="primary"
          onClick={() => {
            desk.session.takeSure();
            desk.focus();
          }}
        >
          采纳高可信 {sure} 行
        </Button>
      )}
      {names.length > 0 && (
        <Button size="small" onClick={() => setChoosing(true)}>
          一键建角色（{names.length} 个人名）
        </Button>
      )}
      {names.length > 0 && (
        <span className="desk-names">
          {names
            .slice(0, 6)
            .map((found) => found.name)
            .join('、')}
        </span>
      )}
      {choosing && (
        <DiscoveredDialog
          names={names}
          create={create}
          close={() => {
            setChoosing(false);
            desk.focus();
          }}
        />
      )}
    </div>
  );
}
