export { startEmbeddedPostgres } from './start.ts';
export { urlOf } from './readiness.ts';
