import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useNavigate } from 'react-router';

/** Siblings offered before and after the open chapter. */
const reach = 40;
const leaveSeconds = 0.2;

/** The file switcher in the breadcrumb: the chapters around this one. It closes 200 ms after the mouse leaves. */
export function ChapterSwitcher(props: {
  novelId: string;
  chapterId: string;
  chapters: readonly { readonly id: string; readonly name: string; readonly unassignedCount: number }[];
}) {
  const navigate = useNavigate();
  const { chapters, chapterId } = props;
  const at = chapters.findIndex((chapter) => chapter.id === chapterId);
  const near = chapters.slice(Math.max(0, at - reach), Math.max(0, at) + reach + 1);
  return (
    <Dropdown
      trigger={['hover', 'click']}
      mouseLeaveDelay={leaveSeconds}
      menu={{
        className: 'chapter-switcher',
        selectedKeys: [chapterId],
        items: near.map((chapter) => ({
          key: chapter.id,
          label:
            chapter.unassignedCount > 0 ? `${chapter.name}（${chapter.unassignedCount} 待定）` : chapter.name,
        })),
        onClick: ({ key }) => void navigate(`/tool/${props.novelId}/${key}`),
      }}
    >
      <Button type="text" size="small" className="chapter-switch">
        <span className="visually-hidden">切换章节：</span>
        <span>{chapters[at]?.name ?? '…'}</span>
        <DownOutlined />
      </Button>
    </Dropdown>
  );
}
