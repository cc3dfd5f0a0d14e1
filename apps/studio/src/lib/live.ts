import { socketEvents, socketTimes } from '@huaben/contract';
import type { SocketEventData, SocketEventName } from '@huaben/contract';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { api, readToken } from './api.ts';
import { createLiveConnection } from './live-connection.ts';
import type { LiveSocket, LiveSocketListeners, LiveState } from './live-connection.ts';

type Handler = (data: unknown) => void;

const handlers = new Map<SocketEventName, Set<Handler>>();
const resyncHandlers = new Set<() => void>();
const nameByType = new Map<number, SocketEventName>(
  (Object.keys(socketEvents) as SocketEventName[]).map((name) => [socketEvents[name].type, name]),
);

function deliver(type: number, data: unknown): void {
  const name = nameByType.get(type);
  if (!name) return;
  const parsed = socketEvents[name].data.safeParse(data);
  if (!parsed.success) return;
  for (const handler of handlers.get(name) ?? []) handler(parsed.data);
}

function startTicker(tick: () => void): () => void {
  const worker = new Worker(new URL('./ticker.worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = tick;
  worker.postMessage(socketTimes.pingMs);
  return () => worker.terminate();
}

function openSocket(address: string, { message, ended }: LiveSocketListeners): LiveSocket {
  const socket = new WebSocket(address);
  const listening = new AbortController();
  const { signal } = listening;
  const end = () => {
    listening.abort();
    ended();
  };
  socket.addEventListener('message', (event: MessageEvent<unknown>) => message(event.data), { signal });
  socket.addEventListener('close', end, { signal });
  socket.addEventListener('error', end, { signal });
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    close: () => {
      listening.abort();
      socket.close();
    },
  };
}

const connection = createLiveConnection({
  address: async (since) => {
    const { ticket } = await api.account.socketTicket({});
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const query = since === null ? '' : `?since=${since}`;
    return `${scheme}://${location.host}/api/baseapp/websocket/${ticket}${query}`;
  },
  open: openSocket,
  startTicker,
  deliver,
  resync: () => {
    for (const handler of resyncHandlers) handler();
  },
  now: () => performance.now(),
});

/** Opens the tab's socket when there is a session; harmless when it is already open. */
export function startLive(): void {
  if (readToken()) connection.start();
}

/** Closes the socket and forgets the sequence, for log-out. */
export const stopLive = (): void => connection.stop();

/** Tries again after the connection was given up. */
export const retryLive = (): void => connection.retry();

/** Calls the handler for every event of that name until the returned function is called. */
export function onLive<N extends SocketEventName>(
  name: N,
  handler: (data: SocketEventData<N>) => void,
): () => void {
  const set = handlers.get(name) ?? new Set<Handler>();
  handlers.set(name, set);
  const untyped = handler as Handler;
  set.add(untyped);
  return () => void set.delete(untyped);
}

/** Called when events were missed for good and everything shown must be fetched again. */
export function onResync(handler: () => void): () => void {
  resyncHandlers.add(handler);
  return () => void resyncHandlers.delete(handler);
}

/** {@link onLive} for the life of a component; the newest handler is called. */
export function useLive<N extends SocketEventName>(
  name: N,
  handler: (data: SocketEventData<N>) => void,
): void {
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => onLive(name, (data) => latest.current(data)), [name]);
}

/** The state of the tab's socket; `down` after the last retry failed. */
export const useLiveState = (): LiveState => useSyncExternalStore(connection.subscribe, connection.state);

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => connection.retry());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') connection.retry();
  });
}
