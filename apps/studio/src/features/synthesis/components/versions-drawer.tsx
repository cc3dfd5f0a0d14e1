import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, Drawer } from 'antd';
import { api, failureText, isHandledEverywhere } from '../../../lib/api.ts';
import { keys } from '../../../lib/queries.ts';
import { sinceWords } from '../../../lib/time-words.ts';
import { confirmDanger, EmptyState, toast } from '../../../ui/index.ts';
import { refreshAfterSynthesis } from '../synthesis.live.ts';
import type { ChapterAudio } from '../synthesis.types.ts';
import { clockText } from '../clock-words.ts';

/** The audio versions of a chapter. */
export interface VersionsDrawerProps {
  readonly novelId: string;
  readonly chapterId: string;
  readonly chapterName: string;
  readonly versions: ChapterAudio['list'];
  readonly editable: boolean;
  readonly open: boolean;
  readonly onClose: () => void;
}

/** See {@link VersionsDrawerProps}. */
export function VersionsDrawer(props: VersionsDrawerProps) {
  const { novelId, chapterId, chapterName, versions, editable, open, onClose } = props;
  const client = useQueryClient();
  const act = useMutation({
    mutationFn: (order: { run: () => Promise<unknown>; success: string; failure: string }) => order.run(),
    onSuccess: (_answer, order) => toast.success(order.success),
    onError: (error, order) => {
      if (!isHandledEverywhere(error)) toast.error(`${order.failure}：${failureText(error)}`);
    },
    onSettled: () => {
      refreshAfterSynthesis(client, novelId, [chapterId]);
      void client.invalidateQueries({ queryKey: keys.chapters(novelId) });
    },
  });
  const remove = async (): Promise<void> => {
    const agreed = await confirmDanger({
      title: `删除《${chapterName}》的合成音频？`,
      content: '所有版本都会删除，并释放一个存放名额；正文与角色不受影响，需要时可以重新合成。',
      okText: '删除音频',
    });
    if (!agreed) return;
    act.mutate({
      run: () => api.synthesis.deleteAudio({ chapterId }),
      success: '已删除这一章的音频',
      failure: '没有删除',
    });
  };
  const sorted = [...versions].sort((a, b) => b.number - a.number);
  return (
    <Drawer open={open} onClose={onClose} title="音频版本" size={400}>
      {sorted.length === 0 && (
        <EmptyState title="还没有音频版本" hint="合成本章之后，每次合成的结果都会留在这里。" />
      )}
      <ul className="voice-versions">
        {sorted.map((version) => (
          <li key={version.id}>
            <span>
              第 {version.number} 版{version.current && <strong>当前</strong>}
              <small>
                {sinceWords(version.createTime, Date.now())} · {clockText(version.durationMs)} ·{' '}
                {version.lineCount} 句
              </small>
            </span>
            {!version.current && editable && (
              <Button
                size="small"
                disabled={act.isPending}
                onClick={() =>
                  act.mutate({
                    run: () => api.synthesis.chooseAudioVersion({ versionId: version.id }),
                    success: `已用第 ${String(version.number)} 版的声音建成新的当前版`,
                    failure: '没有改动当前版',
                  })
                }
              >
                设为当前
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sorted.length > 0 && editable && (
        <Button danger type="text" disabled={act.isPending} onClick={() => void remove()}>
          删除这一章的音频
        </Button>
      )}
    </Drawer>
  );
}
