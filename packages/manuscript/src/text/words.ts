/** The most characters (author's text, UTF-16 units) that one chapter may hold: the trade's 5 万. */
export const MAX_CHAPTER_CHARACTERS = 50_000;

/** Whether punctuation and symbols count as words too. */
export type CountOptions = { readonly punctuation?: boolean };

const RUN = /[\p{L}\p{N}\p{M}]/u;
const MARK = /[\p{P}\p{S}]/u;
const IDEOGRAPH =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const EMOJI =
  /\p{RI}\p{RI}|[\p{Emoji_Presentation}\p{Extended_Pictographic}](?:\ufe0f|\p{Emoji_Modifier})*(?:\u200d\p{Extended_Pictographic}(?:\ufe0f|\p{Emoji_Modifier})*)*/uy;
const JOINER = /['’.,]/;

/**
 * Counts words by the one rule that billing, quotas and displays share: each Chinese, Japanese or Korean character is 1,
 * each run of other letters or digits is 1 (an apostrophe, point or comma inside does not break it), each emoji is 1,
 * white space is 0, and each punctuation mark or symbol is 1 only with `punctuation`.
 */
export function countWords(text: string, options: CountOptions = {}): number {
  const markWeight = options.punctuation === true ? 1 : 0;
  let words = 0;
  let inRun = false;
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (isPlainIdeograph(code)) {
      words += 1;
      inRun = false;
      at += 1;
      continue;
    }
    if (isSpace(code)) {
      inRun = false;
      at += 1;
      continue;
    }
    const emoji = code < 0xa9 ? 0 : emojiLength(text, at);
    if (emoji > 0) {
      words += 1;
      inRun = false;
      at += emoji;
      continue;
    }
    const character = String.fromCodePoint(text.codePointAt(at) ?? code);
    const next = at + character.length;
    if (IDEOGRAPH.test(character)) {
      words += 1;
      inRun = false;
    } else if (RUN.test(character)) {
      if (!inRun) words += 1;
      inRun = true;
    } else if (!(inRun && JOINER.test(character) && continuesRun(text, next))) {
      if (MARK.test(character)) words += markWeight;
      inRun = false;
    }
    at = next;
  }
  return words;
}

function isPlainIdeograph(code: number): boolean {
  return code >= 0x4e00 && code <= 0x9fff;
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d) || code === 0xa0 || code === 0x3000;
}

function emojiLength(text: string, at: number): number {
  EMOJI.lastIndex = at;
  return EMOJI.exec(text)?.[0].length ?? 0;
}

function continuesRun(text: string, at: number): boolean {
  const code = text.codePointAt(at);
  if (code === undefined) return false;
  const character = String.fromCodePoint(code);
  return RUN.test(character) && !IDEOGRAPH.test(character);
}
