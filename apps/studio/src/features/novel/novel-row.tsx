import { MoreOutlined, PushpinFilled } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import type { MenuProps } from 'antd';
import { memo } from 'react';
import { Link } from 'react-router';
import { sinceWords, timeOf } from '../../lib/time-words.ts';
import type { Novel } from './novel.queries.ts';

const figures = new Intl.NumberFormat('zh-CN');

/** What can be asked of a row. */
export type NovelAction = 'rename' | 'top' | 'finish' | 'bin';

/** One novel of the list. */
export const NovelRow = memo(function NovelRow({
  novel,
  onAction,
}: {
  novel: Novel;
  onAction: (action: NovelAction, novel: Novel) => void;
}) {
  const items: MenuProps['items'] = [
    { key: 'top', label: novel.topped ? '取消置顶' : '置顶' },
    ...(novel.can.edit && !novel.isOver ? [{ key: 'rename', label: '改名和类型' }] : []),
    ...(novel.can.remove
      ? [
          { key: 'finish', label: novel.isOver ? '恢复为未完结' : '设为完结' },
          { type: 'divider' as const },
          { key: 'bin', label: '移入回收站', danger: true },
        ]
      : []),
  ];
  const menu: MenuProps = { items, onClick: ({ key }) => onAction(key as NovelAction, novel) };
  return (
    <Dropdown trigger={['contextMenu']} menu={menu}>
      <tr className="novel-row">
        <th scope="row">
          <Link to={`/homepage/createnewproject/projectfliedetail/${novel.id}`} className="novel-name">
            {novel.topped === 1 && <PushpinFilled className="novel-pin" aria-label="已置顶" />}
            {novel.name}
          </Link>
          {novel.isOver === 1 && <span className="novel-over">完结</span>}
        </th>
        <td data-label="类型">{novel.genre ?? <span className="faint">未选</span>}</td>
        <td className="figure" data-label="字数">
          {figures.format(novel.wordCount)}
        </td>
        <td className="figure" data-label="画本">
          {novel.markedChapterCount} / {novel.chapterCount} 章
        </td>
        <td className="figure" data-label="角色">
          {novel.roleCount}
        </td>
        <td data-label="最后编辑" title={timeOf(novel.editTime)}>
          {sinceWords(novel.editTime, Date.now())}
          {novel.lastEditor && <span className="faint"> · {novel.lastEditor}</span>}
        </td>
        <td className="novel-more">
          <Dropdown trigger={['click']} menu={menu} placement="bottomRight">
            <Button
              type="text"
              size="small"
              icon={<MoreOutlined aria-hidden />}
              aria-label={`《${novel.name}》的操作`}
            />
          </Dropdown>
        </td>
      </tr>
    </Dropdown>
  );
});
