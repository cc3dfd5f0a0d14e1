import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText, MAX_IMPORT_BYTES } from './decode.ts';
import type { TextEncodingName } from './text-decoder.ts';
import { TextImportError } from './text-import-error.ts';

const nahan = readFileSync(new URL('../fixtures/nahan.txt', import.meta.url), 'utf8');

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function utf16(text: string, order: 'le' | 'be', mark: boolean): Uint8Array {
  const full = mark ? `\ufeff${text}` : text;
  const bytes = Buffer.from(full, 'utf16le');
  return order === 'le' ? bytes : bytes.swap16();
}

/** Bytes of a legacy encoding, by asking its decoder what every two-byte sequence means. */
function legacyEncoder(encoding: 'gb18030' | 'big5'): (text: string) => Uint8Array {
  const decoder = new TextDecoder(encoding);
  const table = new Map<string, [number, number]>();
  for (let lead = 0x81; lead <= 0xfe; lead += 1) {
    for (let trail = 0x40; trail <= 0xfe; trail += 1) {
      const character = decoder.decode(Uint8Array.of(lead, trail));
      if (character.length === 1 && character !== '\ufffd' && !table.has(character))
        table.set(character, [lead, trail]);
    }
  }
  return (text) =>
    Uint8Array.from(
      [...text].flatMap((character) => table.get(character) ?? [character.charCodeAt(0) & 0x7f]),
    );
}

const gbk = legacyEncoder('gb18030');
const big5 = legacyEncoder('big5');
const traditional =
  '　　老殘聽了這話，便對他說道：「你們這裏的人都是好人，我來了也不過兩三天。」那人笑道：「先生說的是。」\n他們一面說，一面走，不知不覺已經到了門口。';
const simplified =
  '　　老栓听了这话，便对他说：“你们都是好人，我来了也不过两三天。”那人笑着说：“先生说得是。”\n他们一面说，一面走，不知不觉已经到了门口。';

function refusal(bytes: Uint8Array, forced?: TextEncodingName): TextImportError {
  try {
    decodeText(bytes, forced);
  } catch (error) {
    if (error instanceof TextImportError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

describe('decodeText', () => {
  it('reads UTF-8 with and without a byte order mark, and all line ends', () => {
    expect(decodeText(utf8('甲\r\n乙\r丙\n'))).toEqual({
      encoding: 'utf-8',
      text: '甲\n乙\n丙\n',
      replaced: 0,
      dropped: 0,
      confidence: 1,
    });
    expect(decodeText(utf8('\ufeff甲')).text).toBe('甲');
    expect(decodeText(utf8('plain ascii')).encoding).toBe('utf-8');
  });

  it.each([
    ['le', true, 'utf-16le'],
    ['le', false, 'utf-16le'],
    ['be', true, 'utf-16be'],
    ['be', false, 'utf-16be'],
  ] as const)('reads UTF-16 %s (mark: %s)', (order, mark, encoding) => {
    expect(decodeText(utf16(simplified, order, mark))).toMatchObject({
      encoding,
      text: simplified,
      replaced: 0,
    });
    expect(decodeText(utf16('Call me Ishmael.\n', order, mark))).toMatchObject({
      encoding,
      text: 'Call me Ishmael.\n',
    });
  });

  it('tells GB18030 and Big5 apart', () => {
    expect(decodeText(gbk(simplified))).toMatchObject({ encoding: 'gb18030', text: simplified, replaced: 0 });
    expect(decodeText(big5(traditional))).toMatchObject({ encoding: 'big5', text: traditional, replaced: 0 });
    expect(decodeText(gbk('你好，我来了。'))).toMatchObject({ encoding: 'gb18030', text: '你好，我来了。' });
    expect(decodeText(gbk(nahan))).toMatchObject({ encoding: 'gb18030' });
    expect(decodeText(gbk(nahan)).confidence).toBeGreaterThan(0.7);
  });

  it('takes the user’s word for the encoding', () => {
    expect(decodeText(gbk('鹿'), 'gb18030')).toMatchObject({
      encoding: 'gb18030',
      text: '鹿',
      confidence: 1,
    });
  });

  it('drops and counts control characters', () => {
    expect(decodeText(utf8('甲\u0000乙\u0007\t丙\u001a'))).toMatchObject({ text: '甲乙\t丙', dropped: 3 });
  });

  it('lets a few bad bytes pass and counts them', () => {
    const bytes = utf8(nahan);
    const damaged = Uint8Array.from([...bytes.subarray(0, 300), 0xff, ...bytes.subarray(300)]);
    expect(decodeText(damaged)).toMatchObject({ encoding: 'utf-8', replaced: 1 });
  });

  it('refuses a mixture of encodings and says where it begins', () => {
    const stuck = refusal(Buffer.concat([gbk(nahan), utf8(simplified)]));
    expect(stuck.code).toBe('BAD_ENCODING');
    expect(stuck.message).toMatch(/第 2023 行第 \d+ 个字起共有 \d+ 个字节其实是 UTF-8/);
    const mostlyUtf8 = refusal(Buffer.concat([utf8(nahan), gbk(nahan.slice(0, 900))]));
    expect(mostlyUtf8.code).toBe('BAD_ENCODING');
    expect(mostlyUtf8.message).toMatch(/UTF-8 读取时有 \d+ 处.*第 \d+ 行第 \d+ 个字/);
    expect(refusal(gbk(simplified), 'utf-8').code).toBe('BAD_ENCODING');
  });

  it.each([
    ['a docx', [0x50, 0x4b, 3, 4, ...utf8('xxxx[Content_Types].xml')], 'ARCHIVE', 'docx'],
    ['an epub', [0x50, 0x4b, 3, 4, ...utf8('mimetypeapplication/epub+zip')], 'ARCHIVE', 'EPUB'],
    ['a zip', [0x50, 0x4b, 3, 4, 0, 0], 'ARCHIVE', 'ZIP'],
    ['a rar', [...utf8('Rar!'), 0x1a, 7], 'ARCHIVE', 'RAR'],
    ['a pdf', [...utf8('%PDF-1.7')], 'BINARY', 'PDF'],
    ['a png', [0x89, 0x50, 0x4e, 0x47, 13, 10], 'BINARY', 'PNG'],
    ['a jpeg', [0xff, 0xd8, 0xff, 0xe0], 'BINARY', 'JPEG'],
    ['a doc', [0xd0, 0xcf, 0x11, 0xe0], 'BINARY', 'Word'],
    ['unknown bytes', Array.from({ length: 999 }, (_unused, index) => (index * 73) % 7), 'BINARY', '二进制'],
    ['nothing', [], 'EMPTY', '没有文字'],
    ['white space', [...utf8(' \r\n　')], 'EMPTY', '没有文字'],
    ['controls', [...utf8('甲\u0001\u0002'.repeat(50))], 'CONTROL', '控制字符'],
  ])('refuses %s', (_name, bytes, code, word) => {
    const error = refusal(Uint8Array.from(bytes));
    expect(error.code).toBe(code);
    expect(error.message).toContain(word);
    expect(error.message).toContain('请');
  });

  it('takes 30 MB and refuses one byte more', () => {
    const full = new Uint8Array(MAX_IMPORT_BYTES).fill(0x61);
    expect(decodeText(full).text.length).toBe(MAX_IMPORT_BYTES);
    expect(refusal(new Uint8Array(MAX_IMPORT_BYTES + 1).fill(0x61)).code).toBe('TOO_LARGE');
  });

  it('answers any bytes with clean text or a TextImportError', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          expect(decodeText(bytes).text).not.toMatch(/[\0-\x08\x0b-\x1f\ufeff]/);
        } catch (error) {
          expect(error).toBeInstanceOf(TextImportError);
        }
      }),
      { numRuns: 500 },
    );
  });
});
