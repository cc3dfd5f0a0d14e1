import { existsSync } from 'node:fs';
import { promises as fs } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { sql } from 'kysely';
import { compose, contract } from './composition.ts';
import type { Services } from './composition.ts';
import { startListener } from './platform/db/listener.ts';
import { mountHealth } from './platform/health.ts';
import { mountCalls } from './platform/http/mount-calls.ts';
import { createServer } from './platform/http/server.ts';
import { mountMetrics } from './platform/metrics.ts';
import { liveChannel } from './platform/outbox/live.ts';
import type { LiveNotice } from './platform/outbox/live.ts';
import { outboxChannel } from './platform/outbox/outbox.ts';
import { startRelay } from './platform/outbox/relay.ts';
import { createLiveHub } from './platform/socket/live-hub.ts';
import { mountSocket } from './platform/socket/socket-route.ts';

/** A web process: calls, live socket, the studio's files, and the outbox relay. */
export async function createWeb(
  services: Services,
  connection: { readonly url: string; readonly pool: pg.Pool },
  options: { readonly rateFactor: number } = { rateFactor: 1 },
): Promise<{ app: FastifyInstance; stop(): Promise<void> }> {
  const { config, db, log } = services;
  const { handlers, reactions } = compose(services);
  const built = config.STUDIO_DIR ?? path.join(import.meta.dirname, '../../studio/dist');
  await fs.mkdir(config.DATA_DIR, { recursive: true });
  const app = await createServer({
    log,
    trustProxy: config.TRUST_PROXY,
    studioDir: existsSync(path.join(built, 'index.html')) ? built : null,
    version: config.version,
    calls: contract,
    rateFactor: options.rateFactor,
  });
  let stopping = false;
  const hub = createLiveHub(db, log);
  mountHealth(app, db, config.DATA_DIR, () => stopping);
  mountMetrics(app, {
    live_sockets: { help: 'Open live sockets.', read: hub.size },
    db_waiting: {
      help: 'Requests waiting for a database connection.',
      read: () => connection.pool.waitingCount,
    },
    outbox_waiting: {
      help: 'Events not yet relayed.',
      read: async () => {
        const { rows } = await sql<{
          count: number;
        }>`select count(*)::int as count from events where relayed_at is null`.execute(db);
        return rows[0]?.count ?? 0;
      },
    },
  });
  mountCalls(app, contract, handlers, { db, log });
  mountSocket(app, db, hub, config.ALLOWED_ORIGINS.split(',').filter(Boolean));

  const relay = startRelay(db, reactions, log);
  const listener = startListener(
    connection.url,
    {
      [liveChannel]: (payload) => hub.receive(JSON.parse(payload) as LiveNotice),
      [outboxChannel]: relay.wake,
    },
    log,
    () => {
      hub.catchUpAll();
      relay.wake();
    },
  );
  const ended = setInterval(
    () => void hub.dropEnded().catch((error: unknown) => log.warn({ event: 'socket.sweep', err: error })),
    1000,
  );
  await app.ready();
  return {
    app,
    async stop() {
      stopping = true;
      clearInterval(ended);
      hub.close();
      await app.close();
      await listener.stop();
      await relay.stop();
    },
  };
}
