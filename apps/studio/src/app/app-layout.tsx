import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import { useLayoutEffect, useMemo } from 'react';
import { Outlet } from 'react-router';
import { queryClient } from '../lib/queries.ts';
import { setFeedback } from '../ui/messages.ts';
import { antThemeOf } from './ant-theme.ts';
import { useFailureHandlers } from './failures.ts';
import { useTheme } from './theme.ts';
import { VersionBar } from './version-bar.tsx';

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/** Ant Design in the studio's theme and language, and what concerns every page below it. */
export function AppLayout() {
  const { theme } = useTheme();
  const config = useMemo(() => antThemeOf(theme, !reducedMotion.matches), [theme]);
  return (
    <ConfigProvider locale={zhCN} theme={config} button={{ autoInsertSpace: false }}>
      <App component={false} message={{ maxCount: 4, top: 56 }}>
        <QueryClientProvider client={queryClient}>
          <Bridges />
          <VersionBar />
          <Outlet />
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}

/** Connects code outside React to the themed messages and to navigation. */
function Bridges() {
  const { message, modal } = App.useApp();
  useLayoutEffect(() => setFeedback({ message, modal }), [message, modal]);
  useFailureHandlers();
  return null;
}
