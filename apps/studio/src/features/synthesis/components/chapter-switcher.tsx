import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useNavigate } from 'react-router';
import { matchesPinyin } from '../../cast/index.ts';
import { chaptersQuery } from '../synthesis.queries.ts';

const audioWords = { none: '没有音频', stale: '需要重做', current: '' } as const;

/** Goes from one chapter's sound to another's. */
export function ChapterSwitcher({ novelId, chapterId }: { novelId: string; chapterId: string }) {
  const navigate = useNavigate();
  const chapters = useQuery(chaptersQuery(novelId));
  return (
    <Select
      variant="borderless"
      className="voice-switcher"
      aria-label="切换章节"
      loading={chapters.isPending}
      value={chapters.data?.some((chapter) => chapter.id === chapterId) === true ? chapterId : null}
      placeholder="章节"
      popupMatchSelectWidth={320}
      options={(chapters.data ?? []).map((chapter) => ({
        value: chapter.id,
        label: chapter.name,
        note: audioWords[chapter.audio],
      }))}
      showSearch={{ filterOption: (words, option) => matchesPinyin(option?.label ?? '', words) }}
      optionRender={(option) => (
        <span className="voice-option">
          {option.label}
          {option.data.note !== '' && <small>{option.data.note}</small>}
        </span>
      )}
      onChange={(id) => {
        if (id !== null) void navigate(`/voice/${novelId}/${id}`);
      }}
    />
  );
}
