/** How long ago, in words: 刚刚, 3 分钟前, 2 小时前. */
export function agoText(seconds: number): string {
  if (seconds < 60) return '刚刚';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`;
  return `${Math.floor(seconds / 3600)} 小时前`;
}

/** HH:MM:SS in the reader's zone. */
export function clockText(instant: string): string {
  return new Date(instant).toLocaleTimeString('zh-CN', { hour12: false });
}
