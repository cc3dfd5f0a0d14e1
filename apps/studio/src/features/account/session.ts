import { api, clearToken, writeToken } from '../../lib/api.ts';
import { stopLive } from '../../lib/live.ts';
import { queryClient } from '../../lib/queries.ts';

/** Starts a session with a fresh token; nothing of an earlier user stays in the cache. */
export function enter(session: { token: string }): void {
  queryClient.clear();
  writeToken(session.token);
}

/** How long a leaving person waits for the server. */
const mostWaitMs = 2000;

/** Ends the session here and on the server; a server that does not answer does not keep the person in. */
export async function logOut(): Promise<void> {
  stopLive();
  // The request takes the token along; here it is gone at once, whatever becomes of the answer.
  const told = api.account.logout({}).catch(() => undefined);
  clearToken();
  queryClient.clear();
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, mostWaitMs))]);
}
