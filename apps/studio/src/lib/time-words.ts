const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const pad = (value: number) => String(value).padStart(2, '0');

/** An instant in full: 2026-03-05 14:02:11, in this machine's time zone. */
export function timeOf(instant: string): string {
  const time = new Date(instant);
  const date = `${time.getFullYear()}-${pad(time.getMonth() + 1)}-${pad(time.getDate())}`;
  return `${date} ${pad(time.getHours())}:${pad(time.getMinutes())}:${pad(time.getSeconds())}`;
}

/**
 * An instant as a list shows it: 刚刚, 12 分钟前, 今天 14:02, 昨天 09:30, 3月5日, 2025年3月5日.
 * @param now milliseconds of the present
 */
export function sinceWords(instant: string, now: number): string {
  const time = new Date(instant);
  const age = now - time.getTime();
  if (age < minuteMs) return '刚刚';
  if (age < 60 * minuteMs) return `${Math.floor(age / minuteMs)} 分钟前`;
  const today = new Date(now);
  const midnight = new Date(today.getFullYear(), today.getMonth(), today.getDate()).getTime();
  const clock = `${pad(time.getHours())}:${pad(time.getMinutes())}`;
  if (time.getTime() >= midnight) return `今天 ${clock}`;
  if (time.getTime() >= midnight - dayMs) return `昨天 ${clock}`;
  const date = `${time.getMonth() + 1}月${time.getDate()}日`;
  return time.getFullYear() === today.getFullYear() ? date : `${time.getFullYear()}年${date}`;
}
