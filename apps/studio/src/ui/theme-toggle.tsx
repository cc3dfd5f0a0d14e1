import { useTheme } from '../app/theme.ts';
import './theme-toggle.css';

const moon = 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z';
const sun =
  'M12 7.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.8 1.8M17.2 17.2 19 19M5 19l1.8-1.8M17.2 6.8 19 5';

/** Switches between 宣纸 and 夜墨. Without Ant Design, so that the front page can have it. */
export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const label = theme === 'dark' ? '换成浅色' : '换成深色';
  return (
    <button type="button" className="theme-toggle" title={label} aria-label={label} onClick={toggle}>
      <svg width="16" height="16" viewBox="0 0 24 24" aria-hidden="true">
        <path
          d={theme === 'dark' ? sun : moon}
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    </button>
  );
}
