/** The layers of ARCHITECTURE.md, as rules. */
const pure = (name, ...may) => ({
  name: `${name}-imports`,
  comment: `packages/${name} may import ${may.length ? may.join(', ') : 'no other package of ours'}.`,
  severity: 'error',
  from: { path: `^packages/${name}/src`, pathNot: '\\.test\\.ts$' },
  to: { path: '^(packages|apps|e2e|bench|tools)/', pathNot: `^packages/(${[name, ...may].join('|')})/` },
});
const pureNode = (name) => ({
  name: `${name}-no-node`,
  comment: `packages/${name} runs in the browser and on the server: no Node built-ins.`,
  severity: 'error',
  from: { path: `^packages/${name}/src`, pathNot: '\\.test\\.ts$' },
  to: { dependencyTypes: ['core'] },
});
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    pure('contract'),
    pure('domain', 'contract'),
    pure('manuscript'),
    pure('casting', 'manuscript'),
    pure('sound'),
    ...['contract', 'domain', 'manuscript', 'casting', 'sound'].map(pureNode),
    {
      name: 'studio-not-server',
      severity: 'error',
      from: { path: '^apps/studio' },
      to: { path: '^apps/(server|speech)' },
    },
    {
      name: 'server-not-studio',
      severity: 'error',
      from: { path: '^apps/server' },
      to: { path: '^apps/(studio|speech)' },
    },
    {
      name: 'speech-alone',
      comment: 'The GPL engine stays in its own process.',
      severity: 'error',
      from: { path: '^apps/speech' },
      to: { path: '^(apps/(server|studio)|packages)/' },
    },
    {
      name: 'features-meet-at-index',
      comment: 'A feature reaches another only through its index.ts or by an event.',
      severity: 'error',
      from: { path: '^apps/(server|studio)/src/features/([^/]+)/' },
      to: {
        path: '^apps/$1/src/features/([^/]+)/',
        pathNot: ['^apps/$1/src/features/$2/', '^apps/$1/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'platform-below-features',
      severity: 'error',
      from: { path: '^apps/server/src/platform/', pathNot: '\\.test\\.ts$' },
      to: { path: '^apps/server/src/features/' },
    },
    {
      name: 'sql-in-stores',
      comment: 'Kysely stays in stores, migrations and the database platform.',
      severity: 'error',
      from: { path: '^apps/server/src/features/', pathNot: '\\.(store|test)\\.ts$' },
      to: { path: 'node_modules/kysely', dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|artifacts)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
    },
  },
};
