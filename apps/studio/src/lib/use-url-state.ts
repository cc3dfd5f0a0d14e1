import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Changes of the address's query: null removes a key. */
export type UrlPatch = Readonly<Record<string, string | null>>;

/** The query of the address, and a way to change some keys of it without a step in the history. */
export function useUrlState(): [URLSearchParams, (patch: UrlPatch) => void] {
  const [search, setSearch] = useSearchParams();
  const change = useCallback(
    (patch: UrlPatch) =>
      setSearch(
        (now) => {
          const next = new URLSearchParams(now);
          for (const [key, value] of Object.entries(patch)) {
            if (value) next.set(key, value);
            else next.delete(key);
          }
          return next;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setSearch],
  );
  return [search, change];
}
