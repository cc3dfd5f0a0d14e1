import { useEffect, useState } from 'react';
import type { ReadingsOf } from './pinyin-search.ts';

let loaded: ReadingsOf | null = null;

async function load(): Promise<ReadingsOf> {
  const { pinyin } = await import('pinyin-pro');
  const known = new Map<string, readonly string[]>();
  return (character) => {
    const before = known.get(character);
    if (before) return before;
    const found = /\p{Script=Han}/u.test(character)
      ? pinyin(character, { multiple: true, toneType: 'none', type: 'array' })
      : [];
    known.set(character, found);
    return found;
  };
}

/** The pinyin dictionary, fetched the first time someone searches with letters; null until it is here. */
export function useReadings(query: string): ReadingsOf | null {
  const [readings, setReadings] = useState<ReadingsOf | null>(() => loaded);
  const wanted = /[a-z]/i.test(query);
  useEffect(() => {
    if (!wanted || readings) return;
    let current = true;
    load().then(
      (next) => {
        loaded = next;
        if (current) setReadings(() => next);
      },
      // Without the dictionary the search by written form still works.
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [wanted, readings]);
  return readings;
}
