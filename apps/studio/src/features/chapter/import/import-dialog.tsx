import { useMutation } from '@tanstack/react-query';
import { Alert, Button, Modal, Spin } from 'antd';
import { useEffect } from 'react';
import { api, failureText } from '../../../lib/api.ts';
import { useNarrow } from '../../../lib/narrow.ts';
import { ImportChapterList } from './import-chapter-list.tsx';
import { blockerOf, importFields, totalsOf } from './import-preview.ts';
import { ImportProgress } from './import-bar.tsx';
import { followImport, useRunningImports } from './import-runs.ts';
import { ImportSettings } from './import-settings.tsx';
import './import.css';
import { useImportPreview } from './use-import-preview.ts';

const figures = new Intl.NumberFormat('zh-CN');

/** Shows what a file would become, and imports it after 确认导入. */
export function ImportDialog({
  productId,
  file,
  onClose,
}: {
  productId: string;
  file: File;
  onClose: () => void;
}) {
  const control = useImportPreview(file);
  const { preview } = control;
  const narrow = useNarrow();
  const running = useRunningImports();
  const start = useMutation({
    mutationFn: async () => {
      if (!preview.book) throw new Error('nothing to import');
      return api.chapter.importFile({ productId, ...importFields(preview, preview.book) }, { file });
    },
    onSuccess: ({ importId }) => followImport(importId),
  });
  const importId = start.data?.importId;
  const over = importId !== undefined && !running.includes(importId);
  useEffect(() => {
    if (over) onClose();
  }, [over, onClose]);
  const totals = totalsOf(preview);
  const blocker = blockerOf(preview);
  const book = preview.book;
  return (
    <Modal
      open
      centered
      width={narrow ? '100%' : 980}
      title={
        <>
          导入「{preview.fileName}」<span className="import-size">{sizeText(preview.fileSize)}</span>
        </>
      }
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        importId ? (
          <Button onClick={onClose}>在后台继续</Button>
        ) : (
          <div className="import-foot">
            <span role="status" className={blocker && !preview.waiting ? 'import-error' : ''}>
              {book && !preview.fileProblem && (blocker ?? totalsText(totals))}
            </span>
            <Button onClick={onClose}>取消</Button>
            <Button
              type="primary"
              disabled={blocker !== null}
              loading={start.isPending}
              onClick={() => start.mutate()}
            >
              {start.isPending ? '正在上传' : '确认导入'}
            </Button>
          </div>
        )
      }
    >
      {importId ? (
        <div className="import-run">
          <ImportProgress importId={importId} />
          <p className="import-note">关上这个窗口也会继续，完成时会提示。</p>
        </div>
      ) : (
        <div className="import-body" aria-busy={preview.waiting}>
          {preview.fileProblem && <Alert type="error" showIcon title={preview.fileProblem} />}
          {start.error && <Alert type="error" showIcon title={failureText(start.error)} />}
          {book?.chapters.length === 1 && (
            <Alert
              type="warning"
              showIcon
              title="没有识别到章节标题，全文会作为一章导入。如果文中有标题，请在「章节标题的样子」里填写。"
            />
          )}
          {!book && preview.waiting && <Spin description="正在读取文件" className="import-wait" />}
          <div className="import-columns">
            {(book !== null || preview.tryEncoding) && <ImportSettings control={control} />}
            {book && (
              <ImportChapterList
                chapters={book.chapters}
                skipped={preview.skipped}
                splitLong={preview.splitLong}
                onTick={(indexes, on) => control.send({ kind: 'tick', indexes, on })}
              />
            )}
          </div>
        </div>
      )}
    </Modal>
  );
}

function totalsText({ chapters, files, words, warned }: ReturnType<typeof totalsOf>): string {
  const parts = [`将导入 ${figures.format(chapters)} 章`, `${figures.format(words)} 字`];
  if (files > chapters) parts.push(`拆分后 ${figures.format(files)} 个文件`);
  if (warned > 0) parts.push(`${figures.format(warned)} 章有提醒`);
  return parts.join('，');
}

const sizeText = (bytes: number) =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
