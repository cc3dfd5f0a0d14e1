import { isUnsaved } from './save-machine.ts';
import type { SaveState } from './save-machine.ts';

/** How saving stands: the words for it and how serious it is. */
export type SaveView = { readonly text: string; readonly tone: 'quiet' | 'good' | 'warning' };

/** `clock` renders an instant (ISO 8601) as HH:MM:SS in the reader's zone. */
export function saveView(state: SaveState, clock: (instant: string) => string): SaveView {
  if (state.problem !== null)
    return { text: isUnsaved(state) ? '未保存，稿件在本机草稿' : '保存已停', tone: 'warning' };
  if (state.attempt !== null && state.tries > 0) return { text: '未保存，正在重试', tone: 'warning' };
  if (state.attempt !== null) return { text: '保存中', tone: 'quiet' };
  if (isUnsaved(state)) return { text: '未保存', tone: 'quiet' };
  return state.savedAt === null
    ? { text: '无改动', tone: 'quiet' }
    : { text: `已保存 ${clock(state.savedAt)}`, tone: 'good' };
}
