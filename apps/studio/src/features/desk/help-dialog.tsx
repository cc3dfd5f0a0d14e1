import { Modal } from 'antd';
import { mainName } from '../cast/index.ts';
import type { Role } from '../cast/index.ts';

const map: readonly (readonly [string, string])[] = [
  ['Tab / Shift+Tab', '下一句 / 上一句待定台词'],
  ['↑ / ↓', '上一句 / 下一句台词'],
  ['Enter', '采纳第一个建议，到下一句待定'],
  ['1 2 3（或 Alt+1 2 3）', '采纳第一、二、三个建议'],
  ['角色的键', '把这一句标给该角色，到下一句待定'],
  ['n', '标为旁白角色'],
  ['/', '按名字、拼音搜角色'],
  ['a / b', 'A/B 交替：从这一句起，由倒数第二个 / 最后一个说话的人开始轮流'],
  ['Delete', '取消这一句的角色'],
  ['Ctrl+D', '台词开 / 关'],
  ['Ctrl+Enter', '在光标处拆成两句'],
  ['Ctrl+Backspace', '与相邻台词合并'],
  ['Ctrl+Z / Ctrl+Y', '撤销 / 重做（角色的修改也算）'],
  ['Ctrl+S', '保存'],
  ['F2', '标注 / 改字'],
  ['F6', '在稿纸、角色、章节之间移动'],
  ['Shift+F10', '这一句的菜单'],
  ['Esc', '回到稿纸'],
];

/** All keys of the desk. */
export function HelpDialog(props: {
  roles: readonly Role[];
  hotKeys: ReadonlyMap<string, string>;
  close: () => void;
}) {
  const names = new Map(props.roles.map((role) => [role.id, mainName(role)]));
  return (
    <Modal
      open
      centered
      title="快捷键"
      footer={null}
      onCancel={props.close}
      width={720}
      className="desk-dialog"
    >
      <p className="muted">
        标注时这些键直接起作用，输入法不会打断；改字时只有带 Ctrl、Alt 的和功能键起作用。
      </p>
      <dl className="help-keys">
        {map.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <h2 className="help-title">角色的键</h2>
      <ul className="help-roles">
        {[...props.hotKeys].map(([key, roleId]) => (
          <li key={key}>
            <kbd>{key}</kbd> {names.get(roleId) ?? ''}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
