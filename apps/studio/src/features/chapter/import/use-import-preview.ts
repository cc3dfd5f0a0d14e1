import type { TextEncodingName } from '@huaben/manuscript';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { fileProblem } from './file-problem.ts';
import type { FromImportWorker, ToImportWorker } from './import-messages.ts';
import { newPreview, previewAfter } from './import-preview.ts';
import type { ImportPreview, PreviewEvent } from './import-preview.ts';

type Question = { kind: 'encoding'; encoding: TextEncodingName } | { kind: 'split'; headingPattern: string };

/** The preview of a file, and the ways to change it. */
export interface PreviewControl {
  readonly preview: ImportPreview;
  readonly send: (event: PreviewEvent) => void;
  /** Reads anew with another encoding or another heading expression. */
  readonly ask: (question: Question) => void;
}

/** Reads and splits a file in a worker for as long as the component lives. */
export function useImportPreview(file: File): PreviewControl {
  const [preview, send] = useReducer(previewAfter, file, ({ name, size }) => newPreview(name, size));
  const worker = useRef<Worker | null>(null);
  const asked = useRef(0);
  const post = useCallback((question: Question | { kind: 'open'; bytes: ArrayBuffer }) => {
    asked.current += 1;
    send({
      kind: 'asked',
      ask: asked.current,
      ...(question.kind === 'split' ? { headingPattern: question.headingPattern } : {}),
    });
    const message: ToImportWorker = { ...question, ask: asked.current };
    worker.current?.postMessage(message, question.kind === 'open' ? [question.bytes] : []);
  }, []);
  useEffect(() => {
    const problem = fileProblem(file);
    if (problem) return send({ kind: 'unreadable', message: problem });
    const mine = new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' });
    worker.current = mine;
    mine.onmessage = (event: MessageEvent<FromImportWorker>) =>
      send({ kind: 'answered', answer: event.data });
    mine.onerror = () => send({ kind: 'unreadable', message: '预览没能启动，请刷新页面后再试。' });
    file.arrayBuffer().then(
      (bytes) => {
        if (worker.current === mine) post({ kind: 'open', bytes });
      },
      () =>
        send({
          kind: 'unreadable',
          message: `「${file.name}」没能读取。如果拖入的是文件夹，请改拖里面的 txt 文件；如果文件正被别的程序占用，请关闭后再试。`,
        }),
    );
    return () => {
      mine.terminate();
      worker.current = null;
    };
  }, [file, post]);
  return { preview, send, ask: post };
}
