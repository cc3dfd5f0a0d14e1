/** Tags of an audio file. */
export interface AudioTags {
  readonly title: string;
  readonly album: string;
  readonly artist?: string;
}

const UTF16_WITH_BOM = 1;
const LONGEST_TAG_CHARACTERS = 1000;

/** An ID3v2.3 tag with title (TIT2), album (TALB) and artist (TPE1) in UTF-16, which every player reads. */
export function id3Tag({ title, album, artist }: AudioTags): Uint8Array {
  const frames = [
    frame('TIT2', title),
    frame('TALB', album),
    ...(artist === undefined ? [] : [frame('TPE1', artist)]),
  ];
  const body = Buffer.concat(frames);
  const header = Buffer.from([0x49, 0x44, 0x33, 3, 0, 0, 0, 0, 0, 0]);
  // The size has seven bits in each byte, so that it never looks like the start of an MP3 frame.
  for (let i = 0; i < 4; i += 1) header[6 + i] = (body.length >> (7 * (3 - i))) & 0x7f;
  return Buffer.concat([header, body]);
}

function frame(id: string, text: string): Buffer {
  const characters = Buffer.from(`\ufeff${text.slice(0, LONGEST_TAG_CHARACTERS)}`, 'utf16le');
  const header = Buffer.alloc(11);
  header.write(id, 0, 'latin1');
  header.writeUInt32BE(characters.length + 1, 4);
  header[10] = UTF16_WITH_BOM;
  return Buffer.concat([header, characters]);
}
