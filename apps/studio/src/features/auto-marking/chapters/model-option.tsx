import { useQuery } from '@tanstack/react-query';
import { Checkbox, InputNumber } from 'antd';
import { api } from '../../../lib/api.ts';
import type { UrlPatch } from '../../../lib/use-url-state.ts';
import { mostYuan } from '../marking-view.ts';
import type { MarkingAddress } from '../marking-view.ts';
import { count } from '../marking-words.ts';

const usualYuan = 5;
/** Whether a model is configured changes only with the site's settings. */
const steadyMs = 300_000;

/** Asks the language model about doubtful lines, up to a sum of money; absent when the site has none. */
export function ModelOption(props: {
  readonly novelId: string;
  readonly chapterIds: readonly string[];
  readonly address: MarkingAddress;
  readonly change: (patch: UrlPatch) => void;
}) {
  const { novelId, address, change } = props;
  const mode = address.mode === 'chapter' ? 'chapter' : 'blank';
  const asked = address.ceilingFen !== null && props.chapterIds.length > 0 ? [...props.chapterIds] : null;
  const model = useQuery({
    queryKey: ['marking-model', novelId, mode, asked],
    queryFn: ({ signal }) =>
      api.autoMarking.modelInfo(
        { productId: novelId, mode, ...(asked === null ? {} : { chapterIds: asked }) },
        signal,
      ),
    staleTime: steadyMs,
    placeholderData: (before) => before,
  });
  if (!model.data?.configured) return null;
  const { name, lines, estimateFen, estimateFenAtMost } = model.data;
  const yuan = address.ceilingFen === null ? null : address.ceilingFen / 100;
  return (
    <div className="marking-model">
      <Checkbox
        checked={yuan !== null}
        onChange={(event) => change({ model: event.target.checked ? String(usualYuan) : null })}
      >
        拿不准的请语言模型再看{name === null ? '' : `（${name}）`}
        <span className="marking-hint">这些台词和前后的文字会发给模型服务，离开本站服务器。</span>
      </Checkbox>
      {yuan !== null && (
        <div className="marking-money">
          <label htmlFor="marking-ceiling">这一次最多花</label>
          <InputNumber
            id="marking-ceiling"
            min={0.01}
            max={mostYuan}
            step={1}
            suffix="元"
            value={yuan}
            onChange={(value) => {
              if (value !== null && value > 0) change({ model: String(value) });
            }}
          />
          <span className="marking-hint">
            {asked !== null && estimateFen !== null && estimateFenAtMost !== null
              ? `最多问 ${count(lines)} 行，估计 ${money(estimateFen)} 元，最多 ${money(estimateFenAtMost)} 元；花到上限就不再问，余下的留在待确认。`
              : '勾选章节后估计费用；花到上限就不再问，余下的留在待确认。'}
          </span>
        </div>
      )}
    </div>
  );
}

const money = (fen: number): string => (fen / 100).toFixed(2);
