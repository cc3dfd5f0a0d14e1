export { muxM4b } from './m4b.ts';
export { encodeMp3 } from './mp3.ts';
