import { pino } from 'pino';
import type { Logger, LoggerOptions } from 'pino';

/** The logger of the process. */
export type Log = Logger;

/**
 * JSON lines on stdout. Logs hold ids, counts and times: never text of a novel, tokens, phone numbers
 * or passwords. Errors are reduced to type, message and stack; a database error's detail may quote a
 * row, so it is left out.
 */
export function createLog(
  level: string,
  base: Readonly<Record<string, unknown>>,
  destination?: { write(line: string): void },
): Log {
  const options: LoggerOptions = {
    level,
    base: { ...base },
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: {
      err: (error: unknown) =>
        error instanceof Error
          ? {
              type: error.name,
              message: error.message.slice(0, 500),
              stack: error.stack,
              ...('code' in error ? { code: String(error.code) } : {}),
            }
          : { message: String(error).slice(0, 200) },
    },
    redact: {
      paths: [
        'token',
        '*.token',
        'password',
        '*.password',
        'phone',
        '*.phone',
        'html',
        '*.html',
        'text',
        '*.text',
      ],
      censor: '[…]',
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
