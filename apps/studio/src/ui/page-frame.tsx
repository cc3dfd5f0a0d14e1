import { ArrowLeftOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { FrameCorner } from './frame-corner.tsx';
import { LiveBar } from './live-bar.tsx';
import { Mark } from './mark.tsx';
import './page-frame.css';

/** One step of the way to this page; without `to` it is the page itself. */
export interface Crumb {
  readonly label: string;
  readonly to?: string;
}

/** The frame of every signed-in page: top bar of 48 px, optional rail, the page. */
export interface PageFrameProps {
  /** The browser tab's title, before the product's name. */
  readonly title: string;
  /** Where the back button leads; a page without it is a top page. */
  readonly back?: string | (() => void);
  readonly crumbs?: readonly Crumb[];
  /** Stands at the place of the last crumb: the file switcher. */
  readonly switcher?: ReactNode;
  readonly actions?: ReactNode;
  readonly saveState?: ReactNode;
  readonly rail?: ReactNode;
  /** Slim bars between the top bar and the page. */
  readonly bars?: ReactNode;
  /** `fill`: the page gets exactly the rest of the window and scrolls by itself. */
  readonly layout?: 'scroll' | 'fill';
  readonly children: ReactNode;
}

/** See {@link PageFrameProps}. */
export function PageFrame(props: PageFrameProps) {
  const { title, crumbs = [], layout = 'scroll' } = props;
  const navigate = useNavigate();
  useEffect(() => {
    document.title = `${title} - 画本工坊`;
  }, [title]);
  const back = props.back;
  return (
    <div className="frame">
      <a className="frame-skip" href="#page">
        跳到正文
      </a>
      <header className="frame-top">
        {back !== undefined && (
          <Button
            type="text"
            aria-label="返回"
            icon={<ArrowLeftOutlined aria-hidden />}
            onClick={() => (typeof back === 'string' ? void navigate(back) : back())}
          />
        )}
        <Link to="/homepage" className="frame-mark" aria-label="画本工坊，回到我的小说">
          <Mark />
          <span className="frame-name">画本工坊</span>
        </Link>
        <nav className="frame-crumbs" aria-label="当前位置">
          <ol>
            {crumbs.map((crumb) => (
              <li key={crumb.label}>
                {crumb.to ? (
                  <Link to={crumb.to}>{crumb.label}</Link>
                ) : (
                  <span aria-current="page">{crumb.label}</span>
                )}
              </li>
            ))}
            {props.switcher && <li>{props.switcher}</li>}
          </ol>
        </nav>
        <div className="frame-save" role="status">
          {props.saveState}
        </div>
        {props.actions && <div className="frame-actions">{props.actions}</div>}
        <FrameCorner />
      </header>
      <LiveBar />
      {props.bars}
      <div className="frame-body">
        {props.rail}
        <main id="page" tabIndex={-1} className={layout === 'fill' ? 'frame-page frame-fill' : 'frame-page'}>
          {props.children}
        </main>
      </div>
    </div>
  );
}
