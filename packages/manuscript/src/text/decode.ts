import { commonShare } from './common-characters.ts';
import { refuseKnownFiles } from './file-signature.ts';
import { decodeLoose, decodeStrict } from './text-decoder.ts';
import type { TextEncodingName } from './text-decoder.ts';
import { TextImportError } from './text-import-error.ts';

/** The largest text file that is taken, in bytes: 30 MB; only a larger one is refused. */
export const MAX_IMPORT_BYTES = 30 * 1024 * 1024;

/** A decoded file: line ends are LF, no byte order mark; `replaced` bytes did not fit and show as U+FFFD, `dropped` control characters were left out; `confidence` in the encoding is 0..1. */
export type DecodedText = {
  readonly encoding: TextEncodingName;
  readonly text: string;
  readonly replaced: number;
  readonly dropped: number;
  readonly confidence: number;
};

type Choice = { readonly encoding: TextEncodingName; readonly confidence: number };

const SAMPLE = 128 * 1024;
// Real Chinese prose lies above 0.4; the wrong encoding near 0.02.
const WRONG_SHARE = 0.1;
const UTF8_RUN = 8;
const FEWEST_ZEROS = 8;
const NAMES: Readonly<Record<TextEncodingName, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
  gb18030: 'GB18030/GBK',
  big5: 'Big5',
};

/**
 * Reads a text file of unknown encoding: byte order mark, then UTF-16 by its zero bytes, then UTF-8 if all bytes fit,
 * then whichever of GB18030 and Big5 reads as commoner Chinese. `forced` takes the user's word instead.
 * Throws TextImportError for what is not a text, is too large, or has more than a few bytes of another encoding.
 */
export function decodeText(bytes: Uint8Array, forced?: TextEncodingName): DecodedText {
  if (bytes.length > MAX_IMPORT_BYTES) {
    const size = (bytes.length / 1024 / 1024).toFixed(1);
    throw new TextImportError(
      'TOO_LARGE',
      `文件有 ${size} MB，超过了 30 MB 的上限。请把全书拆成几个文件分别导入。`,
    );
  }
  refuseKnownFiles(bytes);
  const { encoding, confidence } =
    forced === undefined ? chooseEncoding(bytes) : { encoding: forced, confidence: 1 };
  const strict = decodeStrict(bytes, encoding);
  const raw = strict ?? decodeLoose(bytes, encoding);
  const replaced = strict === null ? countReplacements(raw) : 0;
  const { text, dropped } = clean(raw);
  if (text.trim() === '')
    throw new TextImportError('EMPTY', '文件里没有文字。请检查是否选错了文件，或文件还没有保存。');
  refuseControls(raw.length, dropped);
  if (replaced > 0) refuseManyReplacements(text, replaced, encoding);
  if (encoding === 'gb18030' || encoding === 'big5') refuseMixture(bytes, encoding);
  return { encoding, text, replaced, dropped, confidence };
}

function chooseEncoding(bytes: Uint8Array): Choice {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { encoding: 'utf-8', confidence: 1 };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { encoding: 'utf-16le', confidence: 1 };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { encoding: 'utf-16be', confidence: 1 };
  const sample = bytes.subarray(0, SAMPLE);
  const zeros = sample.filter((byte) => byte === 0).length;
  if (zeros > 0) {
    const [best] = (['utf-16le', 'utf-16be'] as const)
      .map((encoding) => ({ encoding, score: utf16Score(sample, encoding) }))
      .sort((left, right) => right.score - left.score);
    if (best !== undefined && best.score > WRONG_SHARE) return { encoding: best.encoding, confidence: 0.9 };
    if (zeros > Math.max(FEWEST_ZEROS, sample.length / 100)) {
      throw new TextImportError(
        'BINARY',
        '这不是文本文件：其中有大量二进制数据。请检查是否选错了文件，或另存为纯文本（UTF-8）再上传。',
      );
    }
  }
  if (decodeStrict(bytes, 'utf-8') !== null) return { encoding: 'utf-8', confidence: 1 };
  const scored = (['utf-8', 'gb18030', 'big5'] as const)
    .map((encoding) => ({ encoding, score: score(sample, encoding) }))
    .sort((left, right) => right.score - left.score);
  const [best, second] = scored;
  if (best === undefined || second === undefined) return { encoding: 'utf-8', confidence: 0 };
  const confidence = Math.min(1, Math.max(0, 0.5 + (best.score - second.score)));
  return { encoding: best.encoding, confidence: Math.round(confidence * 100) / 100 };
}

/** Share of common Han characters, or of plain characters in a text with hardly any Han; 0 when it does not read as UTF-16. */
function utf16Score(sample: Uint8Array, encoding: TextEncodingName): number {
  const text = decodeLoose(sample.subarray(0, sample.length - (sample.length % 2)), encoding);
  const { share, han } = commonShare(text);
  const plain =
    text.match(/[\t\n\r\x20-\x7e\u00a0-\u024f\u2000-\u206f\u3000-\u303f\uff00-\uffef]/g)?.length ?? 0;
  if (han * 2 >= text.length) return share;
  const odd = text.length - plain - han;
  return odd * 20 > text.length ? 0 : Math.max(share, plain / text.length);
}

function score(sample: Uint8Array, encoding: TextEncodingName): number {
  const text = decodeLoose(sample, encoding);
  return commonShare(text).share - (5 * countReplacements(text)) / Math.max(1, text.length);
}

function countReplacements(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) count += 1;
  return count;
}

function clean(raw: string): { text: string; dropped: number } {
  const lines = raw.replace(/\r\n?/g, '\n');
  const text = lines.replace(/[\0-\x08\x0b-\x1f\x7f\ufeff]+/g, '');
  return { text, dropped: lines.length - text.length };
}

function refuseControls(length: number, dropped: number): void {
  if (dropped <= 20 || dropped <= length / 100) return;
  throw new TextImportError(
    'CONTROL',
    `文件里有 ${dropped} 个不可见的控制字符，不像正常的文稿。请用记事本或 Word 另存为纯文本（UTF-8）再上传。`,
  );
}

function refuseManyReplacements(text: string, replaced: number, encoding: TextEncodingName): void {
  if (replaced <= 5 || replaced <= text.length / 500) return;
  throw new TextImportError(
    'BAD_ENCODING',
    `按 ${NAMES[encoding]} 读取时有 ${replaced} 处字节不是有效的文字，第一处在${place(text, text.indexOf('\ufffd'))}。` +
      '文件可能已损坏或混用了几种编码：请换一种编码重试，或用编辑器另存为 UTF-8 再上传。',
  );
}

/** A file stuck together from two encodings may decode without a bad byte; only real UTF-8 has such a run of its three-byte characters. */
function refuseMixture(bytes: Uint8Array, encoding: TextEncodingName): void {
  const runs = utf8Runs(bytes);
  if (runs.bytes === 0) return;
  const before = decodeLoose(bytes.subarray(0, runs.first), encoding);
  throw new TextImportError(
    'BAD_ENCODING',
    `文件混用了几种编码：按 ${NAMES[encoding]} 读取时，从${place(before, before.length)}起共有 ${runs.bytes} 个字节其实是 UTF-8。` +
      '请用编辑器统一另存为 UTF-8 再上传。',
  );
}

function utf8Runs(bytes: Uint8Array): { first: number; bytes: number } {
  const isTail = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80 && byte <= 0xbf;
  const found = { first: 0, bytes: 0 };
  let at = 0;
  while (at < bytes.length) {
    let end = at;
    for (let lead = bytes[end] ?? 0; lead >= 0xe3 && lead <= 0xef; lead = bytes[end] ?? 0) {
      if (!isTail(bytes[end + 1]) || !isTail(bytes[end + 2])) break;
      end += 3;
    }
    if (end - at < UTF8_RUN * 3) {
      at += 1;
      continue;
    }
    if (found.bytes === 0) found.first = at;
    found.bytes += end - at;
    at = end;
  }
  return found;
}

function place(text: string, at: number): string {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  return `第 ${line} 行第 ${at - before.lastIndexOf('\n')} 个字`;
}
