import { z } from 'zod';
import { CATEGORIES } from './label.ts';

const quote = z.strictObject({
  id: z.string(),
  start: z.int().nonnegative(),
  end: z.int().positive(),
  text: z.string(),
  speaker: z.string(),
  category: z.enum(CATEGORIES).nullable(),
  note: z.string().exactOptional(),
});

/** The form of a label file. */
export const chapterLabelsSchema = z.strictObject({
  book: z.string(),
  chapter: z.string(),
  textSha256: z.string(),
  quotes: z.array(quote),
});

/** The form of a roster. */
export const rosterSchema = z.array(
  z.strictObject({
    name: z.string().min(1),
    aliases: z.array(z.string().min(1)),
    sex: z.enum(['male', 'female']).nullable(),
  }),
);

/** The form of split.json: books of each part. */
export const splitSchema = z.strictObject({
  train: z.array(z.string()),
  development: z.array(z.string()),
  test: z.array(z.string()),
});
