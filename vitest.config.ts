import { defineConfig } from 'vitest/config';

const shared = {
  exclude: ['**/node_modules/**'],
  pool: 'forks' as const,
  testTimeout: 30_000,
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: [
            'packages/**/*.test.ts',
            'apps/studio/**/*.test.{ts,tsx}',
            'apps/speech/**/*.test.ts',
            'tools/**/*.test.ts',
          ],
        },
      },
      {
        // Only these need the database, so only these wait for it to start.
        test: {
          ...shared,
          name: 'server',
          include: ['apps/server/**/*.test.ts'],
          globalSetup: ['apps/server/src/testing/global-setup.ts'],
        },
      },
    ],
  },
});
