import { spawn } from 'node:child_process';
import path from 'node:path';
import * as z from 'zod';
import { root } from './machine.ts';
import type { Bench } from './section.ts';

/** One piece of text with its voice, as the engine takes it. */
export interface Utterance {
  readonly text: string;
  /** The engine's own name of the voice. */
  readonly voice: string;
  readonly rate: number;
  readonly pitch: number;
}

/** What an engine made of a list of utterances. */
export interface Spoken {
  readonly ms: number;
  readonly audioSeconds: number;
}

/** The built-in engine in its process, without the product around it. */
export interface EngineAlone {
  /** Speaks all, in order. @throws Error when one cannot be spoken */
  speak(utterances: readonly Utterance[]): Promise<Spoken>;
}

/** As many as the product keeps in the engine's pipe: one at work, one waiting. */
const inPipe = 2;
const answerShape = z.object({ ok: z.literal(true), sampleRate: z.number(), samples: z.number() });

function frame(header: object): Buffer {
  const json = Buffer.from(JSON.stringify(header));
  const out = Buffer.alloc(8 + json.length);
  out.writeUInt32LE(json.length, 0);
  json.copy(out, 4);
  return out;
}

/** The header of the frame at the start of the bytes and where the frame ends, or how many bytes it takes to tell. */
function frameAt(bytes: Buffer): { header: unknown; end: number } | { wanted: number } {
  if (bytes.length < 4) return { wanted: 4 };
  const headerEnd = 4 + bytes.readUInt32LE(0);
  if (bytes.length < headerEnd + 4) return { wanted: headerEnd + 4 };
  const end = headerEnd + 4 + bytes.readUInt32LE(headerEnd);
  if (bytes.length < end) return { wanted: end };
  return { header: JSON.parse(bytes.toString('utf8', 4, headerEnd)), end };
}

/** Cuts the headers of whole frames out of what has arrived; the sound itself is dropped. */
function createReader(): (chunk: Buffer) => unknown[] {
  let chunks: Buffer[] = [];
  let length = 0;
  let wanted = 4;
  return (chunk) => {
    chunks.push(chunk);
    length += chunk.length;
    const headers: unknown[] = [];
    while (length >= wanted) {
      let bytes = Buffer.concat(chunks);
      const found = frameAt(bytes);
      if ('wanted' in found) wanted = found.wanted;
      else {
        headers.push(found.header);
        bytes = bytes.subarray(found.end);
        wanted = 4;
      }
      chunks = [bytes];
      length = bytes.length;
    }
    return headers;
  };
}

/** Starts the engine's process; it ends with its stdin. */
export function startEngine({ closing }: Bench): EngineAlone {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', path.join(root, 'apps/speech/src/main.ts')],
    { stdio: ['pipe', 'pipe', 'ignore'], env: {} },
  );
  child.stdin.on('error', () => undefined);
  closing.add('speech process', () => child.kill('SIGKILL'));
  const read = createReader();
  let onAnswer: (answer: unknown) => void = () => undefined;
  let onEnd: () => void = () => undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    for (const header of read(chunk)) onAnswer(header);
  });
  child.once('close', () => onEnd());
  return {
    speak: (utterances) =>
      new Promise((resolve, reject) => {
        const start = performance.now();
        let sent = 0;
        let answered = 0;
        let audioSeconds = 0;
        const send = (): void => {
          const utterance = utterances[sent];
          if (utterance === undefined) return;
          child.stdin.write(frame({ id: sent, ...utterance }));
          sent += 1;
        };
        onEnd = () => reject(new Error('the speech process ended'));
        onAnswer = (answer) => {
          const parsed = answerShape.safeParse(answer);
          if (!parsed.success) return reject(new Error(`not spoken: ${JSON.stringify(answer)}`));
          audioSeconds += parsed.data.samples / parsed.data.sampleRate;
          answered += 1;
          if (answered === utterances.length) resolve({ ms: performance.now() - start, audioSeconds });
          else send();
        };
        for (let first = 0; first < inPipe; first += 1) send();
      }),
  };
}
