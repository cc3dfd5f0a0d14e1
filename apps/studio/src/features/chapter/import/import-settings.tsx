import type { TextEncodingName } from '@huaben/manuscript';
import { Checkbox, Input, Select } from 'antd';
import { useEffect, useState } from 'react';
import type { PreviewControl } from './use-import-preview.ts';

const encodings: readonly { value: TextEncodingName; label: string }[] = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'gb18030', label: 'GB18030 / GBK（简体）' },
  { value: 'big5', label: 'Big5（繁体）' },
  { value: 'utf-16le', label: 'UTF-16 LE' },
  { value: 'utf-16be', label: 'UTF-16 BE' },
];
const typingMs = 250;
const sureEnough = 0.8;

/** Encoding with a sample, own heading expression, splitting of long chapters. */
export function ImportSettings({ control }: { control: PreviewControl }) {
  const { preview, ask, send } = control;
  const { book } = preview;
  const [pattern, setPattern] = useState('');
  useEffect(() => {
    if (pattern === preview.headingPattern) return;
    const timer = setTimeout(() => ask({ kind: 'split', headingPattern: pattern }), typingMs);
    return () => clearTimeout(timer);
  }, [pattern, preview.headingPattern, ask]);
  const longChapters = book?.chapters.filter(({ parts }) => parts > 1).length ?? 0;
  return (
    <section className="import-settings" aria-label="读取设置">
      <label className="import-field">
        <span>文字编码</span>
        <Select
          style={{ width: '100%' }}
          aria-label="文字编码"
          value={book?.encoding ?? null}
          placeholder="选择编码重新读取"
          options={[...encodings]}
          onChange={(encoding) => {
            if (encoding) ask({ kind: 'encoding', encoding });
          }}
        />
      </label>
      {book && (
        <>
          {book.confidence < sureEnough && (
            <p className="import-warn">编码不太确定，请看下面的文字是否正常。</p>
          )}
          {book.replaced > 0 && <p className="import-warn">有 {book.replaced} 处字节无法识别，显示为 �。</p>}
          {book.dropped > 0 && <p className="import-note">去掉了 {book.dropped} 个不可见的控制字符。</p>}
          <figure className="import-sample" tabIndex={0} role="region" aria-label="开头的文字">
            {book.sample.map((line, index) => (
              <p key={index}>{line}</p>
            ))}
          </figure>
        </>
      )}
      {book && (
        <>
          <label className="import-field">
            <span>章节标题的样子（正则表达式，可不填）</span>
            <Input
              value={pattern}
              maxLength={200}
              allowClear
              spellCheck={false}
              status={preview.patternProblem ? 'error' : ''}
              placeholder="自动识别；例如 ^第.+章"
              aria-invalid={preview.patternProblem !== null}
              aria-describedby="pattern-problem"
              onChange={(event) => setPattern(event.target.value)}
            />
          </label>
          <p
            id="pattern-problem"
            role="status"
            className={preview.patternProblem ? 'import-error' : 'import-note'}
          >
            {preview.patternProblem ?? (pattern ? '含有这个样子的行都会成为章节标题。' : '')}
          </p>
          <Checkbox
            checked={preview.splitLong}
            onChange={(event) => send({ kind: 'splitLong', on: event.target.checked })}
          >
            超长章节自动拆分（续）
            {longChapters > 0 && `，本次 ${longChapters} 章`}
          </Checkbox>
        </>
      )}
    </section>
  );
}
