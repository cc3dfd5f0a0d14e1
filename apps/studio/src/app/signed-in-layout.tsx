import { useEffect } from 'react';
import { Outlet } from 'react-router';
import { UserCorner } from '../features/account/user-corner.tsx';
import { followMarking } from '../features/auto-marking/follow-marking.ts';
import { followChapters } from '../features/chapter/chapter.live.ts';
import { ImportWatches } from '../features/chapter/import/import-watches.tsx';
import { onResync, startLive } from '../lib/live.ts';
import { queryClient } from '../lib/queries.ts';
import { FrameCornerProvider } from '../ui/frame-corner.tsx';

/** Everything behind the login: the live connection and the user's corner of the top bar. */
export function SignedInLayout() {
  useEffect(() => {
    startLive();
    const ends = [followChapters(), followMarking(), onResync(() => void queryClient.invalidateQueries())];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return (
    <FrameCornerProvider corner={<UserCorner />}>
      <ImportWatches />
      <Outlet />
    </FrameCornerProvider>
  );
}
