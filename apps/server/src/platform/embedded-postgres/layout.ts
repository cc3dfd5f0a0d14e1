import { join, resolve } from 'node:path';

/** Where the supervisor keeps its things: all of it inside `<data folder>/postgres`. */
export interface Layout {
  /** Folder of the supervisor; nothing outside it is ever written or chowned in the data folder. */
  readonly root: string;
  /** PGDATA. */
  readonly cluster: string;
  /** Locked by the kernel while a process of ours supervises the folder. */
  readonly lockFile: string;
  /** Password of the database role, mode 0600, owned by whoever runs the application. */
  readonly passwordFile: string;
  /** Where the running server listens, for a second process of the application. */
  readonly serverFile: string;
  /** What PostgreSQL itself says. */
  readonly logFile: string;
  /** The usual socket folder; a short folder under /tmp replaces it when it cannot serve. */
  readonly socketDir: string;
}

/** The one role and database of the embedded server, and its (socket) port number. */
export const ROLE = 'huaben';
export const DATABASE = 'huaben';
export const PORT = 5432;

export function layoutOf(dataDir: string): Layout {
  const root = join(resolve(dataDir), 'postgres');
  return {
    root,
    cluster: join(root, 'cluster'),
    lockFile: join(root, 'supervisor.lock'),
    passwordFile: join(root, 'password'),
    serverFile: join(root, 'server.json'),
    logFile: join(root, 'server.log'),
    socketDir: join(root, 'socket'),
  };
}
