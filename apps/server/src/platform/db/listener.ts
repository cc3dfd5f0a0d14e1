import pg from 'pg';
import type { Log } from '../log.ts';

/** Receives notifications on one dedicated connection and reconnects by itself. */
export function startListener(
  connectionString: string,
  channels: Readonly<Record<string, (payload: string) => void>>,
  log: Log,
  onReconnect: () => void,
): { stop(): Promise<void> } {
  let client: pg.Client | null = null;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const connect = async (): Promise<void> => {
    const next = new pg.Client({ connectionString, application_name: 'huaben-listener', keepAlive: true });
    const again = (error?: unknown): void => {
      if (stopped || client !== next) return;
      client = null;
      if (error !== undefined) log.warn({ event: 'db.listener_lost', err: error });
      timer = setTimeout(() => void connect(), 500);
    };
    client = next;
    next.on('error', again);
    next.on('end', () => again());
    next.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''));
    try {
      await next.connect();
      for (const channel of Object.keys(channels)) await next.query(`listen ${pg.escapeIdentifier(channel)}`);
      onReconnect();
    } catch (error) {
      again(error);
    }
  };
  void connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
