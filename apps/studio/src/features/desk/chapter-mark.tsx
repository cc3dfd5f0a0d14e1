/** How far a chapter's marking has come: done, begun, not begun, or nothing to mark. */
export function ChapterMark({ lines, unassigned }: { lines: number; unassigned: number }) {
  const state = lines > 0 && unassigned === 0 ? 'done' : lines > unassigned ? 'begun' : 'untouched';
  const words = { done: '已标完', begun: '标了一部分', untouched: '还没标' }[state];
  return (
    <svg
      className={`chapter-mark chapter-${state}`}
      viewBox="0 0 14 14"
      width="14"
      height="14"
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      {state === 'untouched' ? (
        <circle cx="7" cy="7" r="2" fill="currentColor" />
      ) : (
        <circle cx="7" cy="7" r="5.5" fill="none" stroke="currentColor" strokeWidth="1.4" />
      )}
      {state === 'begun' && <path d="M7 1.5a5.5 5.5 0 0 1 0 11z" fill="currentColor" />}
      {state === 'done' && (
        <path d="M4.2 7.2l2 2 3.6-4" fill="none" stroke="currentColor" strokeWidth="1.4" />
      )}
    </svg>
  );
}
