import { utf8 } from '../utf8.ts';
import { box, fourLetters, fullBox, integers, u16, u32, u8, zeros } from './box.ts';
import { chapterListBox } from './chapter-list.ts';
import type { ChapterMark } from './chapter-list.ts';
import { chapterReference, chapterTrack } from './chapter-track.ts';
import {
  chunkOffsets,
  dataInformation,
  descriptor,
  handler,
  mediaHeader,
  movieHeader,
  singleEdit,
  timeToSample,
  trackHeader,
} from './track.ts';

/** Samples in one AAC-LC frame. */
export const AAC_FRAME_SAMPLES = 1024;
const FRAMES_PER_CHUNK = 64;
const AUDIO_TRACK = 1;
const CHAPTER_TRACK = 2;

/** Everything that the index of an AAC file needs to know. */
export interface AudioMovie {
  readonly rate: number;
  readonly kbps: number;
  /** The AudioSpecificConfig of ISO/IEC 14496-3. */
  readonly audioConfig: Uint8Array;
  /** Byte length of every frame, in order. */
  readonly frameBytes: ArrayLike<number>;
  /** Samples that the encoder put before the first real one. */
  readonly primingSamples: number;
  /** Real samples. */
  readonly totalSamples: number;
  /** Byte in the file where the first frame starts; the frames lie one after another. */
  readonly audioOffset: number;
  readonly tags: { readonly title: string; readonly album?: string; readonly artist?: string };
  /** Absent for a plain .m4a. */
  readonly book?: {
    readonly chapters: readonly ChapterMark[];
    /** The samples of the chapter track and the byte in the file where they start. */
    readonly textSamples: readonly Uint8Array[];
    readonly textOffset: number;
  };
}

/** The `moov` box of a mono AAC-LC file with tags and, for a book, chapters in both usual forms. */
export function audioMovieBox(movie: AudioMovie): Uint8Array {
  const totalMs = Math.round((movie.totalSamples * 1000) / movie.rate);
  const { book } = movie;
  const userData = box(
    'udta',
    ...(book === undefined ? [] : [chapterListBox(book.chapters)]),
    tagBox(movie.tags, book !== undefined),
  );
  const tracks = [audioTrack(movie, totalMs)];
  if (book !== undefined && book.chapters.length > 0) {
    tracks.push(chapterTrack(CHAPTER_TRACK, book.chapters, book.textSamples, book.textOffset, totalMs));
  }
  return box('moov', movieHeader(totalMs, CHAPTER_TRACK + 1), ...tracks, userData);
}

function audioTrack(movie: AudioMovie, totalMs: number): Uint8Array {
  const frames = movie.frameBytes.length;
  const table = box(
    'stbl',
    audioDescription(movie),
    timeToSample(frames === 0 ? [] : repeated(AAC_FRAME_SAMPLES, frames)),
    framesPerChunk(frames),
    fullBox('stsz', 0, 0, u32(0, frames), integers(movie.frameBytes, 4)),
    chunkOffsets(chunkStarts(movie)),
  );
  const information = box('minf', fullBox('smhd', 0, 0, u32(0)), dataInformation(), table);
  const media = box(
    'mdia',
    mediaHeader(movie.rate, frames * AAC_FRAME_SAMPLES),
    handler('soun', '声音'),
    information,
  );
  const reference = (movie.book?.chapters.length ?? 0) > 0 ? [chapterReference(CHAPTER_TRACK)] : [];
  const header = trackHeader(AUDIO_TRACK, 3, totalMs, 0x0100);
  return box('trak', header, singleEdit(totalMs, movie.primingSamples), ...reference, media);
}

/** `stsd` with one `mp4a` entry and its elementary stream descriptor (ISO/IEC 14496-14). */
function audioDescription({ rate, kbps, audioConfig }: AudioMovie): Uint8Array {
  const bits = kbps * 1000;
  const specific = descriptor(5, audioConfig);
  const decoder = descriptor(4, u8(0x40, 0x15, 0, 0x18, 0), u32(bits, bits), ...specific);
  const stream = descriptor(3, u16(AUDIO_TRACK), u8(0), ...decoder, ...descriptor(6, u8(2)));
  const entry = [zeros(6), u16(1), zeros(8), u16(1, 16, 0, 0), u32(Math.min(rate, 0xffff) * 0x10000)];
  return fullBox('stsd', 0, 0, u32(1), box('mp4a', ...entry, fullBox('esds', 0, 0, ...stream)));
}

function framesPerChunk(frames: number): Uint8Array {
  const full = Math.floor(frames / FRAMES_PER_CHUNK);
  const rest = frames % FRAMES_PER_CHUNK;
  const runs = [...(full > 0 ? [1, FRAMES_PER_CHUNK, 1] : []), ...(rest > 0 ? [full + 1, rest, 1] : [])];
  return fullBox('stsc', 0, 0, u32(runs.length / 3, ...runs));
}

function chunkStarts({ frameBytes, audioOffset }: AudioMovie): number[] {
  const starts: number[] = [];
  let at = audioOffset;
  for (let i = 0; i < frameBytes.length; i += 1) {
    if (i % FRAMES_PER_CHUNK === 0) starts.push(at);
    at += frameBytes[i] ?? 0;
  }
  return starts;
}

/** iTunes-style tags: title, album, artist; media kind 2 marks an audiobook. */
function tagBox(tags: AudioMovie['tags'], isBook: boolean): Uint8Array {
  const text = (type: string, value: string | undefined): Uint8Array[] =>
    value === undefined ? [] : [box(type, box('data', u32(1, 0), utf8(value)))];
  const kind = isBook ? [box('stik', box('data', u32(21, 0), u8(2)))] : [];
  const items = [...text('©nam', tags.title), ...text('©alb', tags.album), ...text('©ART', tags.artist)];
  const meta = fullBox('hdlr', 0, 0, u32(0), fourLetters('mdirappl'), zeros(9));
  return fullBox('meta', 0, 0, meta, box('ilst', ...items, ...kind));
}

function* repeated(value: number, times: number): Iterable<number> {
  for (let i = 0; i < times; i += 1) yield value;
}
