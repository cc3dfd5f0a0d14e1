import { Button } from 'antd';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/index.ts';

/** Said when the person has no right to what the address names. */
export function NotAllowedPage() {
  return (
    <main>
      <title>没有权限 - 画本工坊</title>
      <h1 className="visually-hidden">没有权限</h1>
      <EmptyState
        title="没有权限"
        hint="你不在这部小说的剧组里，或者没有这一项权限。请联系小说的创建者开通。"
        action={
          <Link to="/homepage">
            <Button tabIndex={-1}>回到我的小说</Button>
          </Link>
        }
      />
    </main>
  );
}
