import { apiPrefix } from '@huaben/contract';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../db/database.ts';
import type { LiveHub } from './live-hub.ts';
import { takeTicket } from './ticket.store.ts';

const originAllowed = (
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean => {
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
};

/** The live socket: opened with a one-use ticket in the place of the token, from the studio's own origin. */
export function mountSocket(
  app: FastifyInstance,
  db: Db,
  hub: LiveHub,
  allowedOrigins: readonly string[],
): void {
  app.get<{ Params: { ticket: string }; Querystring: { since?: string } }>(
    `${apiPrefix}websocket/:ticket`,
    { websocket: true },
    async (socket, request) => {
      if (!originAllowed(request.headers.origin, request.headers.host, allowedOrigins))
        return socket.close(1008, 'origin');
      const pass = await takeTicket(db, request.params.ticket);
      if (!pass) return socket.close(1008, 'ticket');
      const since = /^\d{1,15}$/.test(request.query.since ?? '') ? Number(request.query.since) : null;
      await hub.add(socket, pass.userId, pass.sessionHash, since);
    },
  );
}
