import { open, rename, rm } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { audioMovieBox, chapterTextSamples, fileType } from '@huaben/sound';
import type { ChapterMark } from '@huaben/sound';
import { AAC_PRIMING_SAMPLES, FrameLengths, audioSpecificConfig, mediaDataHeader } from './aac-stream.ts';
import { encodedPieces } from './encoder-thread.ts';

/** One chapter of an audiobook; its audio is read once, when its turn comes. */
export interface BookChapter {
  readonly title: string;
  readonly audio: AsyncIterable<Float32Array>;
}

/** How an audiobook is made. */
export interface BookOptions {
  readonly title: string;
  readonly author: string;
  readonly sampleRate: number;
  readonly kbps: number;
  /** Called for each piece read: index of its chapter, seconds of the book so far. */
  readonly onProgress?: (progress: { readonly chapter: number; readonly seconds: number }) => void;
  readonly signal?: AbortSignal;
}

/**
 * Writes an .m4b (AAC-LC mono) with chapters both as a Nero list and as a QuickTime text track. Streams: memory
 * holds two bytes per AAC frame. The file appears under its name only when it is whole and on the disk; after a
 * failure or an abort nothing is left.
 * @throws the reason of `signal`, or the error of the source, the encoder or the disk.
 */
export async function muxM4b(
  chapters: readonly BookChapter[],
  options: BookOptions,
  outputPath: string,
): Promise<void> {
  const unfinished = `${outputPath}.part`;
  try {
    const file = await open(unfinished, 'w');
    try {
      await writeBook(file, chapters, options);
      options.signal?.throwIfAborted();
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(unfinished, outputPath);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function writeBook(
  file: FileHandle,
  chapters: readonly BookChapter[],
  options: BookOptions,
): Promise<void> {
  const { sampleRate, kbps, signal, title, author } = options;
  const head = fileType('M4B ');
  const audioOffset = head.length + mediaDataHeader(0).length;
  let at = audioOffset;
  const append = async (bytes: Uint8Array): Promise<void> => {
    await writeFully(file, bytes, at);
    at += bytes.length;
  };

  const lengths = new FrameLengths();
  const timeline = new Timeline(chapters, options);
  for await (const piece of encodedPieces(timeline.audio(), { codec: 'aac', sampleRate, kbps }, signal)) {
    lengths.add(piece.frameBytes);
    await append(piece.bytes);
  }
  const textOffset = at;
  const textSamples = chapterTextSamples(timeline.marks);
  for (const sample of textSamples) await append(sample);
  const dataBytes = at - audioOffset;
  await append(
    audioMovieBox({
      rate: sampleRate,
      kbps,
      audioConfig: audioSpecificConfig(sampleRate),
      frameBytes: lengths.values(),
      primingSamples: AAC_PRIMING_SAMPLES,
      totalSamples: timeline.samples,
      audioOffset,
      tags: { title, album: title, artist: author },
      book: { chapters: timeline.marks, textSamples, textOffset },
    }),
  );
  await writeFully(file, Buffer.concat([head, mediaDataHeader(dataBytes)]), 0);
}

/** The chapters one after another, and where each began. */
class Timeline {
  readonly marks: ChapterMark[] = [];
  samples = 0;
  readonly #chapters: readonly BookChapter[];
  readonly #options: BookOptions;

  constructor(chapters: readonly BookChapter[], options: BookOptions) {
    this.#chapters = chapters;
    this.#options = options;
  }

  async *audio(): AsyncGenerator<Float32Array> {
    const { sampleRate, onProgress } = this.#options;
    for (const [index, { title, audio }] of this.#chapters.entries()) {
      this.marks.push({ title, startMs: (this.samples * 1000) / sampleRate });
      for await (const samples of audio) {
        this.samples += samples.length;
        onProgress?.({ chapter: index, seconds: this.samples / sampleRate });
        yield samples;
      }
    }
  }
}

/** A single write may stop short of its end. */
async function writeFully(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done);
    done += bytesWritten;
  }
}
