const holders = new Set<string>();

/** A screen says here whether it holds text that the server does not have yet; `holder` names the screen. */
export function setUnsaved(holder: string, unsaved: boolean): void {
  if (unsaved) holders.add(holder);
  else holders.delete(holder);
}

/** Whether any screen of this tab holds unsaved text: then nothing may reload the page by itself. */
export const hasUnsaved = (): boolean => holders.size > 0;
