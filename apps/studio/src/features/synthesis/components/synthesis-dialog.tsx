import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Spin } from 'antd';
import { useState } from 'react';
import { newUuid } from '../../../editor/new-id.ts';
import { api, failureText } from '../../../lib/api.ts';
import { toast } from '../../../ui/index.ts';
import { voicelessRoleIds } from '../missing-voices.ts';
import type { RoleLook } from '../role-looks.ts';
import { tasksKey } from '../synthesis.queries.ts';
import type { Task } from '../synthesis.types.ts';
import { lineCounts, taskName } from '../task-news.ts';

/** Asks what a synthesis takes, shows it, and starts it when the person agrees. */
export interface SynthesisDialogProps {
  readonly novelId: string;
  readonly chapterIds: readonly string[];
  /** Lines that would really be rendered, where it is known. */
  readonly toRender: number | null;
  readonly lookOf: (roleId: string) => RoleLook;
  readonly onRole: (roleId: string) => void;
  readonly onClose: () => void;
}

/** See {@link SynthesisDialogProps}. */
export function SynthesisDialog({
  novelId,
  chapterIds,
  toRender,
  lookOf,
  onRole,
  onClose,
}: SynthesisDialogProps) {
  const client = useQueryClient();
  const [key] = useState(newUuid);
  const quote = useQuery({
    queryKey: ['synthesis-quote', key],
    queryFn: () => api.synthesis.quoteTask({ productId: novelId, chapterIds: [...chapterIds], key }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const start = useMutation({
    mutationFn: async (task: Task) => {
      const paid = await api.synthesis.payTask({ taskId: task.id });
      return paid.state === 'paid' ? api.synthesis.executeTask({ taskId: task.id }) : paid;
    },
    onSuccess: (task) => {
      client.setQueryData<{ list: Task[] }>(tasksKey(novelId), (old) => ({
        list: [task, ...(old?.list ?? []).filter((each) => each.id !== task.id)],
      }));
      void client.invalidateQueries({ queryKey: tasksKey(novelId) });
      toast.success('已开始合成，可以离开这一页，完成后会有消息');
      onClose();
    },
  });
  const missing = voicelessRoleIds(quote.error);
  return (
    <Modal
      open
      title={chapterIds.length > 1 ? `合成 ${String(chapterIds.length)} 章` : '合成本章'}
      okText="开始合成"
      cancelText="取消"
      okButtonProps={{ disabled: quote.data === undefined, loading: start.isPending }}
      onOk={() => {
        if (quote.data) start.mutate(quote.data);
      }}
      onCancel={onClose}
      destroyOnHidden
    >
      {quote.isPending && (
        <div className="voice-quote-wait">
          <Spin size="small" /> 正在统计字数与价格
        </div>
      )}
      {missing !== null && (
        <div role="alert">
          <p>
            {missing.length > 0
              ? `有 ${String(missing.length)} 个角色还没有音色，选好之后才能合成：`
              : failureText(quote.error)}
          </p>
          <ul className="voice-missing">
            {missing.map((roleId) => (
              <li key={roleId}>
                <Button size="small" onClick={() => onRole(roleId)}>
                  {lookOf(roleId).name}：去选音色
                </Button>
              </li>
            ))}
          </ul>
        </div>
      )}
      {quote.isError && missing === null && (
        <Alert
          type="warning"
          title={failureText(quote.error)}
          action={
            <Button size="small" onClick={() => void quote.refetch()}>
              重试
            </Button>
          }
        />
      )}
      {quote.data && <QuoteTable task={quote.data} toRender={toRender} />}
      {start.isError && <Alert type="error" title={`没有开始：${failureText(start.error)}`} />}
    </Modal>
  );
}

function QuoteTable({ task, toRender }: { task: Task; toRender: number | null }) {
  const lines = lineCounts(task).total;
  return (
    <dl className="voice-quote">
      <dt>章节</dt>
      <dd>{taskName(task)}</dd>
      <dt>字数</dt>
      <dd>{task.characters.toLocaleString('zh-CN')} 字</dd>
      <dt>台词</dt>
      <dd>{lines.toLocaleString('zh-CN')} 行</dd>
      <dt>需要渲染</dt>
      <dd>{renderText(task, toRender)}</dd>
      <dt>鸡币</dt>
      <dd>
        {task.coins === 0
          ? '0，免费'
          : `${task.coins.toLocaleString('zh-CN')}，每完成一章扣一章，失败与取消的退回`}
      </dd>
    </dl>
  );
}

function renderText(task: Task, toRender: number | null): string {
  if (task.newCharacters === 0) return '不需要，全部沿用已有的声音';
  const lines = toRender === null ? '' : `${toRender.toLocaleString('zh-CN')} 行，`;
  const rest = task.newCharacters < task.characters ? '，其余沿用已有的声音' : '';
  return `${lines}${task.newCharacters.toLocaleString('zh-CN')} 字${rest}`;
}
