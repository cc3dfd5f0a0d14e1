import { setTimeout as sleep } from 'node:timers/promises';
import { blobsFor, compose, enginesFor } from './composition.ts';
import { childEnvironment, configFromEnvironment } from './config.ts';
import type { Config } from './config.ts';
import { languageModelFor } from './features/language-model/index.ts';
import { openDatabase, openPool } from './platform/db/database.ts';
import { migrate } from './platform/db/migrate.ts';
import { startEmbeddedPostgres, urlOf } from './platform/embedded-postgres/index.ts';
import { startWorker } from './platform/jobs/worker.ts';
import { createLog } from './platform/log.ts';
import type { Log } from './platform/log.ts';
import { maintenance } from './platform/maintenance.ts';
import { watchParent } from './platform/parent-watch.ts';
import { keepRunning } from './processes.ts';
import { createWeb } from './web.ts';

interface Running {
  stop(): Promise<void>;
}

function requireUrl(config: Config): string {
  if (config.DATABASE_URL === undefined) throw new Error('单独启动 web 或 worker 时必须设置 DATABASE_URL');
  return config.DATABASE_URL;
}

/** Connects, migrates (waiting for a database that is still starting) and builds the services. */
async function connect(config: Config, log: Log) {
  const url = requireUrl(config);
  const pool = openPool(url, config.DB_POOL, log);
  for (let attempt = 1; ; attempt++) {
    try {
      await migrate(pool);
      break;
    } catch (error) {
      if (attempt >= 10) throw error;
      log.warn({ event: 'db.not_ready', attempt, err: error });
      await sleep(500 * attempt);
    }
  }
  const services = {
    config,
    db: openDatabase(pool),
    log,
    blobs: blobsFor(config),
    engines: enginesFor(log),
    model: languageModelFor(config, log),
  };
  const close = async (): Promise<void> => {
    await Promise.all(services.engines.map((engine) => engine.close()));
    await pool.end();
  };
  return { url, pool, services, close };
}

async function runWeb(config: Config, log: Log): Promise<Running> {
  const { url, pool, services, close } = await connect(config, log);
  const web = await createWeb(services, { url, pool });
  await web.app.listen({ port: config.PORT, host: config.HOST });
  const address = web.app.server.address();
  const port = address !== null && typeof address === 'object' ? address.port : config.PORT;
  const host = config.HOST === '0.0.0.0' || config.HOST === '::' ? 'localhost' : config.HOST;
  log.info({ event: 'web.listening', port });
  process.stdout.write(`画本工坊已启动：http://${host}:${port}\n`);
  return {
    async stop() {
      await web.stop();
      await close();
    },
  };
}

async function runWorker(config: Config, log: Log): Promise<Running> {
  const { pool, services, close } = await connect(config, log);
  const worker = await startWorker({
    pool,
    db: services.db,
    log,
    jobs: compose(services).jobs,
    concurrency: config.WORKER_CONCURRENCY,
    nightly: [maintenance],
    onDeath: () => process.exit(1),
  });
  log.info({ event: 'worker.started' });
  return {
    async stop() {
      await worker.stop();
      await close();
    },
  };
}

async function runAll(config: Config, log: Log): Promise<Running> {
  const embedded =
    config.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({
          dataDir: config.DATA_DIR,
          binDir: config.PG_BIN,
          runAs: config.PG_RUN_AS,
          log: (event, detail) => log.info({ event: `postgres.${event}`, ...detail }),
        })
      : null;
  embedded?.onExit((reason, restarting) => {
    log.error({ event: 'postgres.exited', reason, restarting });
    if (!restarting) process.exit(1);
  });
  const env = childEnvironment(embedded ? { DATABASE_URL: urlOf(embedded.connection) } : {});
  const children = [keepRunning('web', env, log), keepRunning('worker', env, log)];
  return {
    async stop() {
      await Promise.all(children.map((child) => child.stop()));
      await embedded?.stop();
    },
  };
}

const modes = { web: runWeb, worker: runWorker, all: runAll } as const;

async function main(): Promise<void> {
  const mode = (process.argv[2] ?? 'all') as keyof typeof modes;
  if (!Object.hasOwn(modes, mode)) throw new Error(`不认识的启动方式 ${mode}；可用的有 web、worker、all`);
  const config = configFromEnvironment();
  const log = createLog(config.LOG_LEVEL, { process: mode, pid: process.pid });
  let running: Running | null = null;
  let stopping = false;
  const stop = (why: string): void => {
    if (stopping) return;
    stopping = true;
    log.info({ event: 'process.stopping', why });
    // Whoever hangs in spite of every time limit is not waited for.
    setTimeout(() => process.exit(1), 30_000).unref();
    // Nothing was promised to anyone before the start was complete.
    if (running === null) process.exit(1);
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ event: 'process.stop_failed', err: error });
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => stop('SIGTERM'));
  process.on('SIGINT', () => stop('SIGINT'));
  if (config.HUABEN_PARENT_FD !== undefined) watchParent(config.HUABEN_PARENT_FD, () => stop('parent gone'));
  running = await modes[mode](config, log);
}

main().catch((error: unknown) => {
  process.stderr.write(`启动失败：${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
