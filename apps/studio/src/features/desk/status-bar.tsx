import { useStore } from 'zustand';
import { saveView } from '../manuscript-save/index.ts';
import type { useChapterLock } from './chapter-lock.ts';
import { clockText } from './time-text.ts';
import type { LiveDesk } from './use-desk.ts';
import { useNarrow } from './use-narrow.ts';

/** 待定, narration, save state, lock and words, at the foot of the desk. */
export function StatusBar({ desk, lock }: { desk: LiveDesk; lock: ReturnType<typeof useChapterLock> }) {
  const stats = useStore(desk.store, (state) => state.stats);
  const save = useStore(desk.store, (state) => state.save);
  const mode = useStore(desk.store, (state) => state.mode);
  const narrow = useNarrow();
  const news = useStore(desk.store, (state) => state.news);
  const draftRefused = useStore(desk.store, (state) => state.draftRefused);
  const words = stats.dialogueWords + stats.narrationWords;
  const share = words === 0 ? 0 : Math.round((stats.narrationWords / words) * 100);
  const view = saveView(save, clockText);
  const held = lock.lock.kind === 'held' && lock.loss === null;
  return (
    <footer className="desk-status">
      <button
        type="button"
        className={stats.unassigned > 0 ? 'desk-waiting' : ''}
        title="到下一句待定（Tab）"
        onClick={() => {
          desk.session.nextWaiting(1);
          desk.focus();
        }}
      >
        待定 {stats.unassigned}
      </button>
      <span>旁白 {share}%</span>
      <span className={`desk-save-${view.tone}`}>{view.text}</span>
      <span>{held ? '锁定：我' : '只读'}</span>
      <span>{words.toLocaleString('zh-CN')} 字</span>
      {held && !narrow && <span>{mode === 'mark' ? '标注' : '改字'}（F2）</span>}
      {draftRefused && <span className="desk-save-warning">浏览器拒绝存本机草稿，请随时按 Ctrl+S 保存</span>}
      <span className="desk-news" role="status">
        {news}
      </span>
    </footer>
  );
}
