import { TextImportError } from './text-import-error.ts';

type Signature = {
  readonly bytes: readonly number[];
  readonly at?: number;
  readonly code: 'ARCHIVE' | 'BINARY';
  readonly what: string;
};

const SIGNATURES: readonly Signature[] = [
  { bytes: [0x52, 0x61, 0x72, 0x21], code: 'ARCHIVE', what: 'RAR 压缩包' },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], code: 'ARCHIVE', what: '7z 压缩包' },
  { bytes: [0x1f, 0x8b], code: 'ARCHIVE', what: 'gzip 压缩包' },
  { bytes: [0x25, 0x50, 0x44, 0x46], code: 'BINARY', what: 'PDF 文档' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], code: 'BINARY', what: '旧版 Word（doc）文档' },
  { bytes: [0x7b, 0x5c, 0x72, 0x74, 0x66], code: 'BINARY', what: 'RTF 文档' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], code: 'BINARY', what: 'PNG 图片' },
  { bytes: [0xff, 0xd8, 0xff], code: 'BINARY', what: 'JPEG 图片' },
  { bytes: [0x47, 0x49, 0x46, 0x38], code: 'BINARY', what: 'GIF 图片' },
  { bytes: [0x52, 0x49, 0x46, 0x46], code: 'BINARY', what: '音频、视频或图片文件' },
  { bytes: [0x66, 0x74, 0x79, 0x70], at: 4, code: 'BINARY', what: '音频或视频文件' },
  { bytes: [0x49, 0x44, 0x33], code: 'BINARY', what: 'MP3 音频' },
  { bytes: [0x4f, 0x67, 0x67, 0x53], code: 'BINARY', what: 'Ogg 音频' },
  { bytes: [0x66, 0x4c, 0x61, 0x43], code: 'BINARY', what: 'FLAC 音频' },
  { bytes: [0x7f, 0x45, 0x4c, 0x46], code: 'BINARY', what: '程序文件' },
  { bytes: [0x4d, 0x5a, 0x90, 0x00], code: 'BINARY', what: '程序文件' },
];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const ZIP_HEAD = 4096;

/** Throws TextImportError (ARCHIVE or BINARY) for a known other kind of file, whatever its name says. */
export function refuseKnownFiles(bytes: Uint8Array): void {
  if (startsWith(bytes, ZIP, 0)) {
    throw new TextImportError(
      'ARCHIVE',
      `这不是文本文件，而是${zipKind(bytes)}，只是扩展名写成了 txt。请改回正确的扩展名再导入，或解压后上传其中的 txt。`,
    );
  }
  const found = SIGNATURES.find((signature) => startsWith(bytes, signature.bytes, signature.at ?? 0));
  if (found === undefined) return;
  const advice =
    found.code === 'ARCHIVE'
      ? '请先解压，再上传其中的 txt。'
      : '请改回正确的扩展名，或另存为纯文本（UTF-8）再上传。';
  const gap = /^[A-Z]/.test(found.what) ? ' ' : '';
  throw new TextImportError(
    found.code,
    `这不是文本文件，而是${gap}${found.what}，只是扩展名写成了 txt。${advice}`,
  );
}

function startsWith(bytes: Uint8Array, magic: readonly number[], at: number): boolean {
  return magic.every((byte, index) => bytes[at + index] === byte);
}

function zipKind(bytes: Uint8Array): string {
  const head = String.fromCharCode(...bytes.subarray(0, ZIP_HEAD));
  if (head.includes('word/') || head.includes('[Content_Types].xml')) return ' Word（docx）文档';
  return head.includes('epub') ? ' EPUB 电子书' : ' ZIP 压缩包';
}
