import { Checkbox, Modal } from 'antd';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import type { Node } from 'prosemirror-model';
import { compareManuscripts, comparisonText, differingPart } from './compare-manuscripts.ts';
import './compare-dialog.css';

const mostRows = 600;

/** Two texts side by side, paragraph by paragraph. */
export function CompareDialog(props: {
  title: string;
  leftTitle: string;
  rightTitle: string;
  left: Node;
  right: Node;
  footer: ReactNode;
  close: () => void;
}) {
  const { left, right } = props;
  const comparison = useMemo(() => compareManuscripts(left, right), [left, right]);
  const [all, setAll] = useState(false);
  const rows = comparison.rows.filter((row) => all || row.kind !== 'same');
  return (
    <Modal open centered width={960} title={props.title} footer={props.footer} onCancel={props.close}>
      <p className="compare-summary">
        {comparisonText(comparison)}
        <Checkbox checked={all} onChange={(event) => setAll(event.target.checked)}>
          显示相同的段落
        </Checkbox>
      </p>
      <div className="compare" tabIndex={0} role="region" aria-label={props.title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{props.leftTitle}</th>
              <th scope="col">{props.rightTitle}</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, mostRows).map((row, index) => (
              <tr key={index} className={`compare-${row.kind}`}>
                <td>
                  <Side text={row.left} other={row.right} />
                </td>
                <td>
                  <Side text={row.right} other={row.left} />
                  {row.kind === 'marks' && <span className="compare-none">（标注不同）</span>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length > mostRows && <p className="compare-none">还有 {rows.length - mostRows} 段没有列出。</p>}
      </div>
    </Modal>
  );
}

/** One side of a row, with the part that the other side does not have set off. */
function Side({ text, other }: { text: string | null; other: string | null }) {
  if (text === null) return <span className="compare-none">（无）</span>;
  const [from, to] = other === null ? [0, text.length] : differingPart(text, other);
  return (
    <>
      {text.slice(0, from)}
      {from < to && <mark>{text.slice(from, to)}</mark>}
      {text.slice(to)}
    </>
  );
}
