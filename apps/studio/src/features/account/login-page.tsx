import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Divider, Tabs } from 'antd';
import { useEffect } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router';
import { api, failureText, readToken } from '../../lib/api.ts';
import { Mark } from '../../ui/mark.tsx';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import './account.css';
import { backAddress } from './back-address.ts';
import { DemoButton } from './demo-button.tsx';
import { LoginForm } from './login-form.tsx';
import { RegisterForm } from './register-form.tsx';
import { enter } from './session.ts';
import { useSite } from './user.queries.ts';

/** Sign in, register, or try the product. */
export function LoginPage() {
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const site = useSite();
  const back = backAddress(search.get('back'));
  const onSession = (session: { token: string }) => {
    enter(session);
    void navigate(back, { replace: true });
  };
  useForwardWhenSignedIn(back);
  return (
    <div className="account">
      <header className="account-top">
        <Link to="/" className="account-brand">
          <Mark />
          画本工坊
        </Link>
        <ThemeToggle />
      </header>
      <main className="account-main">
        <title>登录 - 画本工坊</title>
        <h1 className="visually-hidden">登录画本工坊</h1>
        {site.error && (
          <Alert
            type="warning"
            showIcon
            title={failureText(site.error)}
            className="form-alert"
            action={
              <Button size="small" onClick={() => void site.refetch()}>
                重试
              </Button>
            }
          />
        )}
        {site.data?.demo && (
          <>
            <DemoButton onSession={onSession} />
            <Divider plain>或</Divider>
          </>
        )}
        <Tabs
          activeKey={search.get('tab') === 'register' ? 'register' : 'login'}
          onChange={(tab) =>
            setSearch(
              (now) => {
                now.set('tab', tab);
                return now;
              },
              { replace: true },
            )
          }
          destroyOnHidden
          items={[
            { key: 'login', label: '登录', children: <LoginForm onSession={onSession} /> },
            { key: 'register', label: '注册', children: <RegisterForm onSession={onSession} /> },
          ]}
        />
        {site.data?.developerOutbox && (
          <p className="account-note">
            本站没有接短信服务，验证码在{' '}
            <Link to="/dev/outbox" target="_blank">
              本机发件箱
            </Link>{' '}
            查看。
          </p>
        )}
      </main>
    </div>
  );
}

/** A person who still has a session need not sign in again. */
function useForwardWhenSignedIn(back: string): void {
  const navigate = useNavigate();
  const leaving = useLocation().state === 'leaving';
  const check = useQuery({
    queryKey: ['session'],
    queryFn: ({ signal }) => api.account.checkToken({}, signal),
    enabled: !leaving && readToken() !== null,
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    if (check.data && readToken()) void navigate(back, { replace: true });
  }, [check.data, back, navigate]);
}
