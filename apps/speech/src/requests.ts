import { z } from 'zod';

const LONGEST_TEXT = 5000;

const speak = z.strictObject({
  id: z.union([z.string().max(64), z.number()]),
  text: z.string().max(LONGEST_TEXT),
  voice: z.string().max(64),
  /** 1 is the normal speed of the voice. */
  rate: z.number().min(0.25).max(4).default(1),
  /** Semitones from the voice's own pitch. */
  pitch: z.number().min(-24).max(24).default(0),
  /** Words to be read in a given way: tone-numbered pinyin, one syllable per character, separated by spaces. */
  readings: z
    .array(z.strictObject({ word: z.string().min(1).max(32), pinyin: z.string().min(1).max(256) }))
    .max(500)
    .default([]),
});

const voices = z.strictObject({
  id: z.union([z.string().max(64), z.number()]).optional(),
  type: z.literal('voices'),
});

/** The strict grammar of the requests on stdin. */
export const requestShape = z.union([voices, speak]);

/** A checked request for one line. */
export type SpeakRequest = z.infer<typeof speak>;
