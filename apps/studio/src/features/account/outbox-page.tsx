import { CopyOutlined, ReloadOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { Link } from 'react-router';
import { api } from '../../lib/api.ts';
import { timeOf } from '../../lib/time-words.ts';
import { EmptyState, ErrorState, SkeletonRows, toast } from '../../ui/index.ts';
import { Mark } from '../../ui/mark.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import './account.css';
import { smsCodeIn } from './sms-code.ts';

const refreshMs = 3000;

/** The messages that this installation would have sent by SMS. */
export function OutboxPage() {
  const outbox = useQuery({
    queryKey: ['developer-outbox'],
    queryFn: ({ signal }) => api.account.developerOutbox({}, signal),
    refetchInterval: refreshMs,
  });
  return (
    <div className="account">
      <header className="account-top">
        <Link to="/login" className="account-brand">
          <Mark />
          画本工坊
        </Link>
        <ThemeToggle />
      </header>
      <main className="outbox">
        <title>本机发件箱 - 画本工坊</title>
        <div className="outbox-head">
          <h1>本机发件箱</h1>
          <Button
            icon={<ReloadOutlined aria-hidden />}
            loading={outbox.isFetching}
            onClick={() => void outbox.refetch()}
          >
            刷新
          </Button>
        </div>
        <p className="account-note">没有接短信服务时，本站要发的短信都留在这里；只在非生产环境存在。</p>
        {outbox.isPending && <SkeletonRows rows={3} />}
        {outbox.error && <ErrorState error={outbox.error} retry={() => void outbox.refetch()} />}
        {outbox.data?.list.length === 0 && (
          <EmptyState title="还没有短信" hint="在登录页获取验证码后，短信会出现在这里。" />
        )}
        <ul className="outbox-list">
          {outbox.data?.list.map((message) => (
            <li key={message.id}>
              <OutboxRow to={message.to} text={message.text} time={message.time} />
            </li>
          ))}
        </ul>
      </main>
    </div>
  );
}

function OutboxRow({ to, text, time }: { to: string; text: string; time: string }) {
  const code = smsCodeIn(text);
  const copy = async (value: string) => {
    try {
      await navigator.clipboard.writeText(value);
      toast.success('验证码已复制');
    } catch {
      toast.warning('浏览器不允许复制，请手动选中验证码');
    }
  };
  return (
    <>
      <span className="outbox-code">{code ?? '—'}</span>
      <span className="outbox-text">
        <span>{text}</span>
        <span className="account-note">
          {to} · {timeOf(time)}
        </span>
      </span>
      {code && (
        <Button
          icon={<CopyOutlined aria-hidden />}
          onClick={() => void copy(code)}
          aria-label={`复制验证码 ${code}`}
        >
          复制
        </Button>
      )}
    </>
  );
}
