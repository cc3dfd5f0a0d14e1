/** The build that this page was loaded from; null in development. */
export const runningVersion = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? null;

/** The build that the server gives out now, or null when it does not say. */
export async function servedVersion(signal: AbortSignal): Promise<string | null> {
  try {
    const response = await fetch('/version.json', { cache: 'no-store', signal });
    const body: unknown = await response.json();
    if (typeof body !== 'object' || body === null || !('version' in body)) return null;
    return typeof body.version === 'string' ? body.version : null;
  } catch {
    return null;
  }
}

/**
 * What to do about the served build: reload once for each new build when nothing is unsaved, tell the
 * person when something is, or when the reload already happened and brought the old page from a cache.
 */
export function nextStep(state: {
  running: string;
  served: string | null;
  unsaved: boolean;
  reloadedFor: string | null;
}): 'none' | 'reload' | 'tell' {
  if (state.served === null || state.served === state.running) return 'none';
  return state.unsaved || state.reloadedFor === state.served ? 'tell' : 'reload';
}
