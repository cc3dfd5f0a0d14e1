/** Why bytes are not taken as a text. */
export type TextImportErrorCode = 'EMPTY' | 'BINARY' | 'ARCHIVE' | 'TOO_LARGE' | 'BAD_ENCODING' | 'CONTROL';

/** A refused upload; the message is Chinese, says what is wrong with the file and what to do. */
export class TextImportError extends Error {
  override readonly name = 'TextImportError';
  readonly code: TextImportErrorCode;

  constructor(code: TextImportErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
