import { HeadingPatternError, TextImportError } from '@huaben/manuscript';
import type { DecodedText } from '@huaben/manuscript';
import type { FromImportWorker, ToImportWorker } from './import-messages.ts';
import { decode, previewOf } from './read-book.ts';

let bytes = new Uint8Array();
let decoded: DecodedText | null = null;
let headingPattern = '';

function answer(message: ToImportWorker): FromImportWorker {
  const { ask } = message;
  try {
    switch (message.kind) {
      case 'open':
        bytes = new Uint8Array(message.bytes);
        decoded = decode(bytes);
        break;
      case 'encoding':
        decoded = decode(bytes, message.encoding);
        break;
      case 'split':
        headingPattern = message.headingPattern;
        break;
    }
    if (!decoded) return badFile(ask, '文件还没有读完，请稍后再试');
    return { kind: 'book', ask, book: previewOf(decoded, headingPattern) };
  } catch (error) {
    if (error instanceof HeadingPatternError) return { kind: 'badPattern', ask, message: error.message };
    if (error instanceof TextImportError) return badFile(ask, error.message, error.code === 'BAD_ENCODING');
    return badFile(ask, '文件没能读懂，请另存为 UTF-8 的纯文本后再试');
  }
}

const badFile = (ask: number, message: string, tryEncoding = false): FromImportWorker => ({
  kind: 'badFile',
  ask,
  message,
  tryEncoding,
});

self.onmessage = (event: MessageEvent<ToImportWorker>) => self.postMessage(answer(event.data));
