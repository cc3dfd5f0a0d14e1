import { randomUUID } from 'node:crypto';
import { createReadStream, promises as fs } from 'node:fs';
import path from 'node:path';
import { checkKey } from './blob-store.ts';
import type { BlobStore } from './blob-store.ts';

async function syncFolder(folder: string): Promise<void> {
  const handle = await fs.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Blobs as files below a folder: written aside, synced, renamed, and the folder synced. */
export function diskBlobs(root: string): BlobStore {
  const placeOf = (key: string): string => path.join(root, checkKey(key));

  const write = async (
    key: string,
    fill: (handle: fs.FileHandle) => Promise<number>,
  ): Promise<{ bytes: number }> => {
    const place = placeOf(key);
    const folder = path.dirname(place);
    await fs.mkdir(folder, { recursive: true });
    const aside = path.join(folder, `.${randomUUID()}.tmp`);
    try {
      const handle = await fs.open(aside, 'wx');
      let bytes: number;
      try {
        bytes = await fill(handle);
        await handle.sync();
      } finally {
        await handle.close();
      }
      await fs.rename(aside, place);
      await syncFolder(folder);
      return { bytes };
    } catch (error) {
      await fs.rm(aside, { force: true });
      throw error;
    }
  };

  return {
    put: (key, body) =>
      write(key, async (handle) => {
        let bytes = 0;
        for await (const part of Buffer.isBuffer(body) ? [body] : body) {
          await handle.writeFile(part);
          bytes += part.length;
        }
        return bytes;
      }),
    putFile: (key, file) =>
      write(key, async (handle) => {
        let bytes = 0;
        for await (const part of createReadStream(file)) {
          await handle.writeFile(part as Buffer);
          bytes += (part as Buffer).length;
        }
        return bytes;
      }),
    async read(key, range) {
      if (!range) return fs.readFile(placeOf(key));
      const handle = await fs.open(placeOf(key), 'r');
      try {
        const buffer = Buffer.alloc(range.length);
        const { bytesRead } = await handle.read(buffer, 0, range.length, range.start);
        if (bytesRead !== range.length) throw new Error('blob is shorter than its record');
        return buffer;
      } finally {
        await handle.close();
      }
    },
    async stream(key) {
      const handle = await fs.open(placeOf(key), 'r');
      return handle.createReadStream();
    },
    remove: (key) => fs.rm(placeOf(key), { force: true }),
  };
}
