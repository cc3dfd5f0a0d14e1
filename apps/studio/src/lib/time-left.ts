import { useEffect, useState } from 'react';
import { secondsLeft, withSample } from './work-pace.ts';
import type { PaceSample } from './work-pace.ts';

/** How long work still takes, as roughly as it is known. */
export function timeLeftText(seconds: number | null): string {
  if (seconds === null) return '正在估算剩余时间';
  if (seconds < 5) return '马上就好';
  if (seconds < 60) return `约剩 ${String(Math.ceil(seconds / 5) * 5)} 秒`;
  if (seconds < 3600) return `约剩 ${String(Math.ceil(seconds / 60))} 分钟`;
  const minutes = Math.ceil(seconds / 60);
  return `约剩 ${String(Math.floor(minutes / 60))} 小时 ${String(minutes % 60)} 分`;
}

/** How long counted work still takes, in words, from the pace seen since it came on the screen. */
export function useTimeLeft(done: number, total: number): string {
  const [samples, setSamples] = useState<PaceSample[]>([]);
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => setSamples((old) => withSample(old, { atMs: performance.now(), done })), [done]);
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return timeLeftText(secondsLeft(samples, total, now));
}
