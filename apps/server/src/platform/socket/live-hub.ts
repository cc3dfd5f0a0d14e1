import { socketTimes } from '@huaben/contract';
import type { SocketFrame } from '@huaben/contract';
import type { WebSocket } from 'ws';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { LiveNotice } from '../outbox/live.ts';
import { eventsAfter, newestSeq, sessionStands } from './event.store.ts';

/** At most this many sockets of one user; the oldest is closed for a newer one. */
const socketsPerUser = 8;
/** A reader that lets this many bytes pile up is closed and comes back with a catch-up. */
const backlogBytes = 1_048_576;

interface Connection {
  readonly socket: WebSocket;
  readonly userId: string;
  readonly sessionHash: Buffer;
  /** Events up to here have been sent. */
  seq: number;
  /** Sends run one after the other, so that events keep their order. */
  queue: Promise<void>;
  heard: number;
}

/** The sockets of this process and what reaches them. */
export function createLiveHub(db: Db, log: Log) {
  const connections = new Map<string, Set<Connection>>();
  const every = (): Connection[] => [...connections.values()].flatMap((set) => [...set]);

  const send = (connection: Connection, frame: SocketFrame): void => {
    if (connection.socket.readyState !== connection.socket.OPEN) return;
    if (connection.socket.bufferedAmount > backlogBytes) return connection.socket.close(1013, 'slow reader');
    connection.socket.send(JSON.stringify(frame));
  };
  const catchUp = (connection: Connection): void => {
    connection.queue = connection.queue
      .then(async () => {
        const { newest, resync, events } = await eventsAfter(db, connection.userId, connection.seq);
        if (resync) send(connection, { kind: 'resync', seq: newest });
        for (const event of events)
          send(connection, { kind: 'event', seq: event.seq, type: event.type, data: event.data });
        connection.seq = Math.max(connection.seq, resync ? newest : (events.at(-1)?.seq ?? connection.seq));
      })
      .catch((error: unknown) => {
        log.warn({ event: 'socket.catch_up', err: error });
        connection.socket.close(1013, 'try again');
      });
  };
  const drop = (connection: Connection): void => {
    const set = connections.get(connection.userId);
    set?.delete(connection);
    if (set?.size === 0) connections.delete(connection.userId);
  };

  const sweep = setInterval(() => {
    const silent = Date.now() - socketTimes.serverSilenceMs;
    for (const connection of every()) if (connection.heard < silent) connection.socket.close(1001, 'silent');
  }, 5000);
  // Notifications can be missed while the listener reconnects; a slow poll closes every gap.
  const poll = setInterval(() => every().forEach(catchUp), 30_000);

  return {
    /** Takes over an opened socket; `since` is the last event the client has, or null for a fresh page. */
    async add(socket: WebSocket, userId: string, sessionHash: Buffer, since: number | null): Promise<void> {
      const seq = since ?? (await newestSeq(db, userId));
      const connection: Connection = {
        socket,
        userId,
        sessionHash,
        seq,
        queue: Promise.resolve(),
        heard: Date.now(),
      };
      const set = connections.get(userId) ?? new Set();
      connections.set(userId, set.add(connection));
      if (set.size > socketsPerUser) [...set][0]?.socket.close(1008, 'too many sockets');
      socket.on('message', (data, isBinary) => {
        connection.heard = Date.now();
        // Buffer, ArrayBuffer or fragments: text frames arrive as one Buffer.
        if (isBinary || !(data instanceof Buffer) || data.toString('utf8') !== 'ping')
          return socket.close(1008, 'only ping');
        socket.send('pong');
      });
      socket.on('close', () => drop(connection));
      socket.on('error', () => drop(connection));
      send(connection, { kind: 'hello', seq });
      catchUp(connection);
    },
    /** Handles a notification from any process. */
    receive(notice: LiveNotice): void {
      if ('seqs' in notice) {
        for (const [userId, seq] of notice.seqs)
          for (const connection of connections.get(userId) ?? [])
            if (connection.seq < seq) catchUp(connection);
        return;
      }
      for (const userId of notice.users) {
        for (const connection of connections.get(userId) ?? [])
          send(connection, { kind: 'event', seq: null, type: notice.type, data: notice.data });
      }
    },
    /** After a lost listener: whatever was missed is fetched. */
    catchUpAll: (): void => every().forEach(catchUp),
    /** Closes the sockets of sessions that ended. */
    async dropEnded(): Promise<void> {
      for (const connection of every())
        if (!(await sessionStands(db, connection.sessionHash))) connection.socket.close(1008, 'logged out');
    },
    size: (): number => every().length,
    close(): void {
      clearInterval(sweep);
      clearInterval(poll);
      for (const connection of every()) connection.socket.close(1012, 'restarting');
    },
  };
}

/** The hub of a web process. */
export type LiveHub = ReturnType<typeof createLiveHub>;
