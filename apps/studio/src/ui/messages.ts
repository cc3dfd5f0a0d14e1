import type { MessageInstance } from 'antd/es/message/interface';
import type { HookAPI } from 'antd/es/modal/useModal';
import { undoContent } from './undo-content.tsx';

interface Feedback {
  readonly message: MessageInstance;
  readonly modal: HookAPI;
}

let feedback: Feedback | null = null;

/** The app's root gives its themed message and dialog here, so that code outside components can speak. */
export function setFeedback(next: Feedback): void {
  feedback = next;
}

const toastSeconds = 3;
const undoSeconds = 8;

function say(type: 'success' | 'info' | 'warning' | 'error', text: string): void {
  // The text is the key: what fails twice at once is said once.
  void feedback?.message.open({ key: text, type, duration: toastSeconds, content: text });
}

/** Short messages at the top of the window. */
export const toast = {
  success: (text: string) => say('success', text),
  info: (text: string) => say('info', text),
  warning: (text: string) => say('warning', text),
  error: (text: string) => say('error', text),
  /** Something was done that one press takes back. */
  undo: (text: string, undo: () => void) => {
    const key = `undo-${text}`;
    const press = () => {
      feedback?.message.destroy(key);
      undo();
    };
    void feedback?.message.open({
      key,
      type: 'success',
      duration: undoSeconds,
      content: undoContent(text, press),
    });
  },
};

/** A question with a harmless answer; true when the person agreed. */
export function confirm(options: {
  title: string;
  content?: string;
  okText: string;
  cancelText?: string;
}): Promise<boolean> {
  return ask({ ...options, danger: false });
}

/** Asks before something is lost; the cursor stands on 取消. True when the person agreed. */
export function confirmDanger(options: {
  title: string;
  content?: string;
  okText: string;
  cancelText?: string;
}): Promise<boolean> {
  return ask({ ...options, danger: true });
}

/** A dialog with one button; resolves when it is closed. */
export function tell(options: { title: string; content: string; okText: string }): Promise<void> {
  return new Promise((resolve) => {
    if (!feedback) return resolve();
    feedback.modal.warning({ ...options, centered: true, keyboard: false, onOk: () => resolve() });
  });
}

function ask(options: {
  title: string;
  content?: string;
  okText: string;
  cancelText?: string;
  danger: boolean;
}): Promise<boolean> {
  return new Promise((resolve) => {
    if (!feedback) return resolve(false);
    feedback.modal.confirm({
      title: options.title,
      content: options.content,
      okText: options.okText,
      cancelText: options.cancelText ?? '取消',
      okButtonProps: { danger: options.danger },
      focusable: { autoFocusButton: options.danger ? 'cancel' : 'ok' },
      centered: true,
      onOk: () => resolve(true),
      onCancel: () => resolve(false),
    });
  });
}
