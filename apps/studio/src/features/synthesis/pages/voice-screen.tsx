import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { useTheme } from '../../../app/theme.ts';
import { useLiveState } from '../../../lib/live.ts';
import { EmptyState, ErrorState, PageFrame, SkeletonRows } from '../../../ui/index.ts';
import { ChapterSwitcher } from '../components/chapter-switcher.tsx';
import { ChapterWork } from '../components/chapter-work.tsx';
import { TaskStrip } from '../components/task-strip.tsx';
import { VoiceHead } from '../components/voice-head.tsx';
import { roleLooks } from '../role-looks.ts';
import { useSynthesisLive } from '../synthesis.live.ts';
import { novelQuery, tasksQuery, voicesQuery } from '../synthesis.queries.ts';
import { useChapterSound } from '../use-chapter-sound.ts';
import '../voice.css';

/** One chapter's voice screen; another chapter is another screen. */
export function VoiceScreen({ novelId, chapterId }: { novelId: string; chapterId: string }) {
  const novel = useQuery(novelQuery(novelId));
  const sound = useChapterSound(novelId, chapterId);
  const voices = useQuery(voicesQuery());
  const tasks = useQuery(tasksQuery(novelId, useLiveState() === 'connected'));
  useSynthesisLive(novelId, chapterId);
  const { theme } = useTheme();
  const roles = sound.data?.roles;
  const lookOf = useMemo(() => roleLooks(roles ?? [], theme), [roles, theme]);
  const [wanted, setWanted] = useState<{ readonly roleId: string } | null>(null);
  const forget = useCallback(() => setWanted(null), []);
  const { data } = sound;
  const can = novel.data?.can;
  const filesPath = `/homepage/createnewproject/projectfliedetail/${novelId}`;

  return (
    <PageFrame
      title={data === null ? '配音' : `${data.chapter.name} · 配音`}
      back={filesPath}
      crumbs={[
        { label: '我的小说', to: '/homepage/createnewproject/allproject' },
        { label: novel.data?.name ?? '小说', to: filesPath },
      ]}
      switcher={<ChapterSwitcher novelId={novelId} chapterId={chapterId} />}
      layout="fill"
    >
      {data === null && sound.error === null && <SkeletonRows rows={12} />}
      {data === null && sound.error !== null && <ErrorState error={sound.error} retry={sound.retry} />}
      {data !== null && (
        <>
          <VoiceHead
            novelId={novelId}
            data={data}
            can={can}
            lookOf={lookOf}
            onRole={(roleId) => setWanted({ roleId })}
          />
          <TaskStrip novelId={novelId} tasks={tasks.data?.list ?? []} editable={can?.synthesise === true} />
          {data.rows.length === 0 ? (
            <EmptyState
              title="这一章没有可以合成的文字"
              hint="先在画本页写入正文，再回来配音。"
              action={<Link to={`/tool/${novelId}/${chapterId}`}>去画本页</Link>}
            />
          ) : (
            <ChapterWork
              novelId={novelId}
              data={data}
              lookOf={lookOf}
              voices={voices}
              editable={can?.role === true}
              wanted={wanted}
              onShown={forget}
            />
          )}
        </>
      )}
    </PageFrame>
  );
}
