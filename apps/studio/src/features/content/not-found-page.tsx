import { Button } from 'antd';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/index.ts';

/** Said for an address that leads nowhere. */
export function NotFoundPage() {
  return (
    <main>
      <title>页面不存在 - 画本工坊</title>
      <h1 className="visually-hidden">页面不存在</h1>
      <EmptyState
        title="页面不存在"
        hint="地址可能写错了，或者内容已被移走。"
        action={
          <Link to="/homepage">
            <Button tabIndex={-1}>回到我的小说</Button>
          </Link>
        }
      />
    </main>
  );
}
