import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { clearToken, setFailureHandlers } from '../lib/api.ts';
import { stopLive } from '../lib/live.ts';
import { queryClient } from '../lib/queries.ts';
import { tell, toast } from '../ui/messages.ts';

const publicPaths = ['/', '/login', '/notallow', '/404', '/dev/outbox'];

/** Registers what the app does when a session ends, a permission is missing or a chapter is locked. */
export function useFailureHandlers(): void {
  const navigate = useNavigate();
  const location = useLocation();
  const here = useRef(location);
  useEffect(() => {
    here.current = location;
  });
  useEffect(() => {
    let telling = false;
    const loggedOut = async () => {
      stopLive();
      if (publicPaths.includes(here.current.pathname.toLowerCase())) return clearToken();
      if (telling) return;
      telling = true;
      await tell({
        title: '超时登出',
        content: '你已被登出，内容可能未保存，请重新登录哟',
        okText: '重新登录',
      });
      telling = false;
      clearToken();
      const back = here.current.pathname + here.current.search;
      await navigate(`/login?back=${encodeURIComponent(back)}`);
      queryClient.clear();
      toast.info('已经登出页面咯');
    };
    setFailureHandlers({
      loggedOut: () => void loggedOut(),
      notAllowed: () => {
        toast.error('没有权限！');
        void navigate('/homepage/createnewproject/allproject');
      },
      fileLocked: (error) => {
        const messages =
          error.refusal === 'LOCK_LOST' || error.messages.length > 0 ? error.messages : [error.message];
        for (const message of messages) toast.warning(message);
      },
    });
  }, [navigate]);
}
