import { DownloadOutlined, DownOutlined, HistoryOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Dropdown, Space } from 'antd';
import { useState } from 'react';
import { failureText, isHandledEverywhere } from '../../../lib/api.ts';
import { toast } from '../../../ui/index.ts';
import { ExportDrawer } from '../../export/index.ts';
import type { RoleLook } from '../role-looks.ts';
import { chaptersQuery } from '../synthesis.queries.ts';
import { clockText } from '../clock-words.ts';
import type { ChapterSound } from '../use-chapter-sound.ts';
import { ChapterPicker } from './chapter-picker.tsx';
import { SynthesisDialog } from './synthesis-dialog.tsx';
import { VersionsDrawer } from './versions-drawer.tsx';

/** What the chapter's sound is like, and what can be done about it. */
export interface VoiceHeadProps {
  readonly novelId: string;
  readonly data: ChapterSound;
  /** Undefined until the novel is known. */
  readonly can: { readonly synthesise: boolean } | undefined;
  readonly lookOf: (roleId: string) => RoleLook;
  readonly onRole: (roleId: string) => void;
}

/** One task takes at most this many chapters. */
const mostChapters = 1000;

/** See {@link VoiceHeadProps}. */
export function VoiceHead({ novelId, data, can, lookOf, onRole }: VoiceHeadProps) {
  const { chapter, audio, rows } = data;
  const client = useQueryClient();
  const [panel, setPanel] = useState<'versions' | 'export' | 'picker' | null>(null);
  const [toSpeak, setToSpeak] = useState<readonly string[] | null>(null);
  const allowed = can?.synthesise === true;
  const close = (): void => setPanel(null);
  const speakAll = async (): Promise<void> => {
    try {
      const list = await client.fetchQuery(chaptersQuery(novelId));
      if (list.length > mostChapters) {
        toast.warning(`一次最多合成 ${String(mostChapters)} 章，请选择章节分几次进行`);
        setPanel('picker');
      } else {
        setToSpeak(list.map((each) => each.id));
      }
    } catch (error) {
      if (!isHandledEverywhere(error)) toast.error(`没能取到章节列表：${failureText(error)}`);
    }
  };
  const hasText = rows.some((row) => row.segment !== null);
  return (
    <header className="voice-head">
      <h1>配音</h1>
      <p className={audio.stale ? 'voice-status is-stale' : 'voice-status'} role="status">
        {soundStatus(data)}
      </p>
      {can !== undefined && !allowed && <p className="voice-status">你没有合成的权限，只能试听</p>}
      <div className="voice-actions">
        <Button icon={<HistoryOutlined />} onClick={() => setPanel('versions')}>
          版本
        </Button>
        {allowed && (
          <>
            <Button icon={<DownloadOutlined />} onClick={() => setPanel('export')}>
              下载
            </Button>
            <Space.Compact>
              <Button type="primary" disabled={!hasText} onClick={() => setToSpeak([chapter.id])}>
                合成本章
              </Button>
              <Dropdown
                trigger={['click']}
                menu={{
                  items: [
                    { key: 'picker', label: '选择章节合成…', onClick: () => setPanel('picker') },
                    { key: 'all', label: '合成全部章节', onClick: () => void speakAll() },
                  ],
                }}
              >
                <Button type="primary" icon={<DownOutlined />} aria-label="合成更多章节" />
              </Dropdown>
            </Space.Compact>
          </>
        )}
      </div>
      <VersionsDrawer
        novelId={novelId}
        chapterId={chapter.id}
        chapterName={chapter.name}
        versions={audio.list}
        editable={allowed}
        open={panel === 'versions'}
        onClose={close}
      />
      {allowed && (
        <ExportDrawer novelId={novelId} chapter={chapter} allowed open={panel === 'export'} onClose={close} />
      )}
      {panel === 'picker' && (
        <ChapterPicker
          novelId={novelId}
          onClose={close}
          onPick={(ids) => {
            close();
            setToSpeak(ids);
          }}
        />
      )}
      {toSpeak !== null && (
        <SynthesisDialog
          novelId={novelId}
          chapterIds={toSpeak}
          toRender={toSpeak.length === 1 && toSpeak[0] === chapter.id ? audio.toRender : null}
          lookOf={lookOf}
          onClose={() => setToSpeak(null)}
          onRole={(roleId) => {
            setToSpeak(null);
            onRole(roleId);
          }}
        />
      )}
    </header>
  );
}

function soundStatus({ audio, rows, recording }: ChapterSound): string {
  if (recording === null) return `还没有音频，共 ${String(rows.length)} 句`;
  if (audio.stale && audio.toRender === 0) return '正文或角色已改动，重新合成即可更新，不需要渲染';
  if (audio.stale) return `正文或角色已改动，${String(audio.toRender)} 行需要重做`;
  return `音频是最新的，${String(recording.lines.length)} 句，${clockText(recording.totalMs)}`;
}
