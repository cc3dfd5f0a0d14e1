import { promises as fs } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from './db/database.ts';

/** Below this much free space new work is not ready to be taken. */
const diskFloorBytes = 512 * 1_048_576;

/** /livez: the process answers. /readyz: it can do its work; 503 while it cannot or is stopping. */
export function mountHealth(app: FastifyInstance, db: Db, dataDir: string, isStopping: () => boolean): void {
  const quiet = { config: { rateLimit: false as const } };
  app.get('/livez', quiet, () => ({ live: true }));
  app.get('/readyz', quiet, async (_request, reply) => {
    const checks = {
      running: !isStopping(),
      database: await sql`select 1`.execute(db).then(
        () => true,
        () => false,
      ),
      disk: await fs.statfs(dataDir).then(
        (stat) => stat.bavail * stat.bsize > diskFloorBytes,
        () => false,
      ),
    };
    const ready = Object.values(checks).every(Boolean);
    return reply.status(ready ? 200 : 503).send({ ready, ...checks });
  });
}
