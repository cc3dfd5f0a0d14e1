import { useSyncExternalStore } from 'react';

const narrow = matchMedia('(max-width: 991px)');

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener);
  return () => narrow.removeEventListener('change', listener);
}

/** Whether the window has the mobile layout. */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches);
