import { api, clearToken, writeToken } from '../../lib/api.ts';
import { stopLive } from '../../lib/live.ts';
import { queryClient } from '../../lib/queries.ts';

/** Starts a session with a fresh token; nothing of an earlier user stays in the cache. */
export function enter(session: { token: string }): void {
  queryClient.clear();
  writeToken(session.token);
}

/** Ends the session here and on the server; a server that does not answer does not keep the person in. */
export async function logOut(): Promise<void> {
  stopLive();
  await api.account.logout({}).catch(() => undefined);
  clearToken();
  queryClient.clear();
}
