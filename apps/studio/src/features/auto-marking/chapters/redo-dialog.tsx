import { redoConfirmation } from '@huaben/contract';
import { Input, Modal } from 'antd';
import type { InputRef } from 'antd';
import { useRef, useState } from 'react';
import { count } from '../marking-words.ts';

/** 整章重画 asks for its own name to be typed. */
export function RedoDialog(props: {
  readonly chapters: number;
  readonly onAgree: (confirmation: string) => void;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const input = useRef<InputRef>(null);
  const agreed = typed.trim() === redoConfirmation;
  return (
    <Modal
      open
      centered
      title={`整章重画 ${count(props.chapters)} 章？`}
      okText="开始重画"
      cancelText="取消"
      okButtonProps={{ danger: true, disabled: !agreed }}
      onOk={() => props.onAgree(typed.trim())}
      onCancel={props.onClose}
      // The dialog takes the focus itself when it opens.
      afterOpenChange={(open) => open && input.current?.focus()}
      width={460}
    >
      <ul className="redo-points">
        <li>这些章节里机器标的角色全部重新判断，原来的不保留。</li>
        <li>重画之前，每章先存一个有名字的版本，画前的内容不会丢。</li>
        <li>手工标的台词一句也不动。</li>
      </ul>
      <label htmlFor="redo-typed">请输入「{redoConfirmation}」确认</label>
      <Input
        ref={input}
        id="redo-typed"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPressEnter={(event) => {
          if (agreed && !event.nativeEvent.isComposing) props.onAgree(typed.trim());
        }}
      />
    </Modal>
  );
}
