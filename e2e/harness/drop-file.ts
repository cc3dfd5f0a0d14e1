import type { Page } from 'playwright-core';

/** A file as a person drags it in; `bytes` may be a mere size, for a file of zeros. */
export interface DroppedFile {
  readonly name: string;
  readonly bytes: Buffer | number;
}

/** Drags a file over the window and lets it go. */
export async function dropFile(page: Page, { name, bytes }: DroppedFile): Promise<void> {
  const content = typeof bytes === 'number' ? bytes : bytes.toString('base64');
  await page.evaluate(
    ([fileName, data]) => {
      const body =
        typeof data === 'number'
          ? new Uint8Array(data)
          : Uint8Array.from(atob(data), (char) => char.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([body], fileName, { type: 'text/plain' }));
      for (const type of ['dragenter', 'dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    },
    [name, content] as const,
  );
}
