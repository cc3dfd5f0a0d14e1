/** A file's size in the unit in which it reads best. */
export function fileSizeText(bytes: number): string {
  if (bytes < 1024 * 1024) return `${String(Math.max(1, Math.round(bytes / 1024)))} KB`;
  const mega = bytes / (1024 * 1024);
  return mega < 1024 ? `${mega.toFixed(1)} MB` : `${(mega / 1024).toFixed(2)} GB`;
}
