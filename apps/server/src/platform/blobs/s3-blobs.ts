import { createReadStream, promises as fs } from 'node:fs';
import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { checkKey } from './blob-store.ts';
import type { BlobStore, ByteRange } from './blob-store.ts';

/** How to reach a bucket. */
export interface S3Settings {
  readonly bucket: string;
  readonly endpoint: string | undefined;
  readonly region: string;
  readonly accessKeyId: string | undefined;
  readonly secretAccessKey: string | undefined;
}

/** Blobs in an S3 bucket or a compatible store. */
export function s3Blobs(settings: S3Settings): BlobStore {
  const { bucket: Bucket, accessKeyId, secretAccessKey } = settings;
  const client = new S3Client({
    region: settings.region,
    // Several compatible stores reject the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint, forcePathStyle: true }),
    ...(accessKeyId !== undefined && secretAccessKey !== undefined
      ? { credentials: { accessKeyId, secretAccessKey } }
      : {}),
  });

  const upload = async (
    key: string,
    body: Buffer | Readable,
    bytes: () => number,
  ): Promise<{ bytes: number }> => {
    await new Upload({ client, params: { Bucket, Key: checkKey(key), Body: body } }).done();
    return { bytes: bytes() };
  };
  const open = async (key: string, range?: ByteRange): Promise<Readable> => {
    const Range = range && `bytes=${range.start}-${range.start + range.length - 1}`;
    const { Body } = await client.send(
      new GetObjectCommand({ Bucket, Key: checkKey(key), ...(Range ? { Range } : {}) }),
    );
    if (!(Body instanceof Readable)) throw new Error('object has no body');
    return Body;
  };

  return {
    async put(key, body) {
      if (Buffer.isBuffer(body)) return upload(key, body, () => body.length);
      let bytes = 0;
      const counted = async function* () {
        for await (const part of body) {
          bytes += part.length;
          yield part;
        }
      };
      return upload(key, Readable.from(counted()), () => bytes);
    },
    async putFile(key, file) {
      const { size } = await fs.stat(file);
      return upload(key, createReadStream(file), () => size);
    },
    async read(key, range) {
      const parts: Buffer[] = [];
      for await (const part of await open(key, range)) parts.push(part as Buffer);
      return Buffer.concat(parts);
    },
    stream: (key) => open(key),
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: checkKey(key) }));
    },
  };
}
