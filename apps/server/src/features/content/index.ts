export { ensureDemo } from './demo.ts';
