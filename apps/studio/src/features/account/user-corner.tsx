import { LogoutOutlined, UserOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { useNavigate } from 'react-router';
import { ThemeToggle } from '../../ui/theme-toggle.tsx';
import { confirm } from '../../ui/messages.ts';
import { logOut } from './session.ts';
import { useUser } from './user.queries.ts';

/** Theme and user menu at the right end of the top bar. */
export function UserCorner() {
  const navigate = useNavigate();
  const { data: user } = useUser();
  const leave = async () => {
    const sure = await confirm({ title: '手滑了？是否确定登出呢', okText: '登出' });
    if (!sure) return;
    // The page is left first, so that the desk can give its lock back while the session lives.
    await navigate('/login', { state: 'leaving' });
    if (location.pathname === '/login') await logOut();
  };
  return (
    <div className="frame-actions">
      <ThemeToggle />
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            {
              type: 'group',
              label: user ? `${user.userName}${user.demo ? '（体验账号）' : ''}` : '…',
              children: [
                {
                  key: 'out',
                  label: '登出',
                  icon: <LogoutOutlined aria-hidden />,
                  onClick: () => void leave(),
                },
              ],
            },
          ],
        }}
      >
        <Button type="text" icon={<UserOutlined aria-hidden />} aria-label="用户菜单" />
      </Dropdown>
    </div>
  );
}
