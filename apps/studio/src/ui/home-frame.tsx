import { BookOutlined, DeleteOutlined, HistoryOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router';
import './home-frame.css';
import { PageFrame } from './page-frame.tsx';
import type { PageFrameProps } from './page-frame.tsx';

const entries: readonly { to: string; label: string; icon: ReactNode }[] = [
  { to: '/homepage/createnewproject/allproject', label: '我的小说', icon: <BookOutlined aria-hidden /> },
  { to: '/homepage/createnewproject/recentFile', label: '最近', icon: <HistoryOutlined aria-hidden /> },
  { to: '/homepage/createnewproject/binProject', label: '回收站', icon: <DeleteOutlined aria-hidden /> },
];

/** The frame of the home area: {@link PageFrame} with the rail of its screens. */
export function HomeFrame(props: Omit<PageFrameProps, 'rail'>) {
  const rail = (
    <nav className="rail" aria-label="主导航">
      {entries.map(({ to, label, icon }) => (
        <NavLink key={to} to={to} className="rail-link">
          {icon}
          {label}
        </NavLink>
      ))}
    </nav>
  );
  return <PageFrame {...props} rail={rail} />;
}
