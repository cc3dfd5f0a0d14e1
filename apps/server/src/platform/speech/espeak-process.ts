import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { FrameReader, requestFrame } from './frames.ts';
import type { Frame } from './frames.ts';

/** How to start the speech process, and what to call when it speaks or ends. */
export interface ProcessHooks {
  readonly nodePath: string;
  readonly entry: string;
  readonly onFrame: (frame: Frame) => void;
  /** Called once, however the process ended. */
  readonly onEnd: (reason: string) => void;
  /** A line of the process's own log; it never holds text of a novel. */
  readonly onLog: (line: string) => void;
}

const LONGEST_LOG_LINE = 500;

/** One running speech process. Closing its stdin is what ends it, so it cannot outlive this process. */
export class EspeakProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #ended: Promise<void>;
  #hasEnded = false;

  constructor(hooks: ProcessHooks) {
    this.#child = spawn(hooks.nodePath, ['--disable-warning=ExperimentalWarning', hooks.entry], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: {},
    });
    const reader = new FrameReader();
    this.#ended = new Promise((resolve) => {
      const end = (reason: string): void => {
        if (this.#hasEnded) return;
        this.#hasEnded = true;
        hooks.onEnd(reason);
        resolve();
      };
      this.#child.on('error', (error) => end(error.message));
      this.#child.on('exit', (code, signal) => end(signal ?? `exit ${String(code)}`));
      this.#child.stdout.on('data', (chunk: Buffer) => {
        try {
          for (const frame of reader.push(chunk)) hooks.onFrame(frame);
        } catch {
          this.kill();
          end('protocol broken');
        }
      });
    });
    this.#child.stdin.on('error', () => this.kill());
    this.#child.stderr
      .setEncoding('utf8')
      .on('data', (text: string) => hooks.onLog(text.slice(0, LONGEST_LOG_LINE)));
  }

  send(header: object): void {
    this.#child.stdin.write(requestFrame(header));
  }

  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Kills and waits until the process is gone. */
  async close(): Promise<void> {
    this.kill();
    await this.#ended;
  }
}
