import { useRouteError } from 'react-router';
import { hasUnsaved } from '../lib/unsaved.ts';

/** The last resort of every page: says what happened and how to go on. */
export function RouteError() {
  const error = useRouteError();
  // A file of an older build is gone after an update; a reload brings the new ones.
  const stale = error instanceof TypeError && /import|module|fetch/i.test(error.message);
  return (
    <main className="route-error" role="alert">
      <h1>{stale ? '页面没能加载' : '页面出了意外的问题'}</h1>
      <p>
        {stale
          ? '可能是网络断开，或者刚刚更新了版本。请刷新页面。'
          : '请刷新页面；画本稿纸里的内容有本地草稿，不会丢失。'}
        {hasUnsaved() && '刷新后请选择恢复草稿。'}
      </p>
      <p>
        <button type="button" onClick={() => location.reload()}>
          刷新页面
        </button>{' '}
        <a href="/homepage">回到我的小说</a>
      </p>
    </main>
  );
}
