export type { AudioPieces } from './encoder-thread.ts';
export type { AudioTags } from './id3.ts';
export { encodeAac } from './m4a.ts';
export type { AacOptions } from './m4a.ts';
export { muxM4b } from './m4b.ts';
export type { BookChapter, BookOptions } from './m4b.ts';
export { encodeMp3 } from './mp3.ts';
export type { Mp3Options } from './mp3.ts';
