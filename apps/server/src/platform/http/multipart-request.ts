import { Refusal } from '@huaben/contract';
import type { Call } from '@huaben/contract';
import type { FastifyRequest } from 'fastify';
import type { UploadedFile } from './handler.ts';

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`;

/**
 * Reads the fields and files of a multipart call, whole, within the declared sizes.
 * @throws Refusal BAD_REQUEST for a missing, unknown, repeated or oversized part
 */
export async function readMultipart(
  request: FastifyRequest,
  rules: NonNullable<Call['files']>,
): Promise<{ fields: Record<string, string>; files: Record<string, UploadedFile> }> {
  if (!request.isMultipart()) throw new Refusal('BAD_REQUEST');
  const largest = Math.max(...Object.values(rules).map((rule) => rule.maxBytes));
  const fields: Record<string, string> = {};
  const files: Record<string, UploadedFile> = {};
  const limits = {
    fileSize: largest,
    files: Object.keys(rules).length,
    fields: 40,
    fieldSize: 200_000,
    parts: 48,
  };
  for await (const part of request.parts({ limits })) {
    const known = part.type === 'file' ? Object.hasOwn(rules, part.fieldname) : true;
    if (!known || Object.hasOwn(fields, part.fieldname) || Object.hasOwn(files, part.fieldname))
      throw new Refusal('BAD_REQUEST');
    if (part.type === 'field') {
      fields[part.fieldname] = String(part.value);
      continue;
    }
    const limit = rules[part.fieldname]?.maxBytes ?? 0;
    let bytes: Buffer | null;
    try {
      bytes = await part.toBuffer();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'))
        throw error;
      bytes = null;
    }
    if (bytes === null || bytes.length > limit) {
      throw new Refusal('BAD_REQUEST', { text: `文件超过 ${megabytes(limit)}，无法接收；请拆分后分别上传` });
    }
    files[part.fieldname] = { bytes, fileName: part.filename };
  }
  if (Object.keys(rules).some((name) => !Object.hasOwn(files, name)))
    throw new Refusal('BAD_REQUEST', { text: '没有收到文件，请重新选择文件' });
  return { fields, files };
}
