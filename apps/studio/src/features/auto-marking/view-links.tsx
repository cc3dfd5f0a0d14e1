import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { openQuery } from './marking.queries.ts';
import type { MarkingView } from './marking-view.ts';
import { count } from './marking-words.ts';
import { markingPath } from './use-start.ts';

/** The parts of the screen: choose, follow, review. */
export function ViewLinks(props: {
  readonly novelId: string;
  readonly chapterId: string | null;
  readonly view: MarkingView;
  readonly running: number;
}) {
  const { novelId, chapterId, view, running } = props;
  const open = useQuery(openQuery(novelId)).data?.total ?? 0;
  const links = [
    {
      to: 'chapters',
      label: '选章节',
      note: '',
      current: view === 'chapters' || view === 'roster' || view === 'lines',
    },
    {
      to: 'progress',
      label: '进度',
      note: running > 0 ? `${count(running)} 章在画` : '',
      current: view === 'progress',
    },
    {
      to: 'review',
      label: '待确认',
      note: open > 0 ? `${count(open)} 行` : '',
      current: view === 'review',
    },
  ];
  return (
    <nav className="marking-views" aria-label="自动画本">
      {links.map(({ to, label, note, current }) => (
        <Link
          key={to}
          to={`${markingPath(novelId, chapterId)}?view=${to}`}
          {...(current ? { 'aria-current': 'page' as const } : {})}
        >
          {label}
          {note && <span className="marking-note">{note}</span>}
        </Link>
      ))}
    </nav>
  );
}
