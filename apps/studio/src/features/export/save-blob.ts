/** The browser may still be reading when the click returns. */
const releaseMs = 60_000;

/** Hands bytes to the browser's downloads under a name. */
export function saveBlob(blob: Blob, fileName: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), releaseMs);
}
