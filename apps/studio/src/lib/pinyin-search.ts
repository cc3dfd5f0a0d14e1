/** The toneless readings of one character, several for a 多音字; none for what is not Chinese. */
export type ReadingsOf = (character: string) => readonly string[];

const latin = /[a-z]/;
const skippable = /[\s\p{P}\p{S}]/u;

const plain = (text: string) => text.normalize('NFKC').toLowerCase().trim();

/**
 * Whether a text answers to what a person typed: as written, by pinyin (`luotuo`), by initials (`lt`),
 * or by a mixture (`骆t`). Without `readings` only the written form counts; an empty query fits all.
 */
export function textMatches(text: string, typed: string, readings: ReadingsOf | null): boolean {
  const query = plain(typed);
  if (!query) return true;
  const written = plain(text);
  if (written.includes(query)) return true;
  if (!readings || !latin.test(query)) return false;
  const sounds = query.replace(/[\s'’]/g, '');
  const characters = [...written];
  return characters.some(
    (character, from) => !skippable.test(character) && soundsFrom(characters, from, sounds, readings),
  );
}

function soundsFrom(
  characters: readonly string[],
  from: number,
  query: string,
  readings: ReadingsOf,
): boolean {
  const failed = new Set<string>();
  const walk = (at: number, typed: number): boolean => {
    if (typed === query.length) return true;
    const character = characters[at];
    const place = `${at},${typed}`;
    if (character === undefined || failed.has(place)) return false;
    const rest = query.slice(typed);
    const fits =
      (rest.startsWith(character) && walk(at + 1, typed + character.length)) ||
      readings(character).some((reading) =>
        spelled(reading, rest).some((length) => walk(at + 1, typed + length)),
      ) ||
      (skippable.test(character) && walk(at + 1, typed));
    if (!fits) failed.add(place);
    return fits;
  };
  return walk(from, 0);
}

/** How many letters of the query one reading may use up: all of it, its initial, or an unfinished end. */
function spelled(reading: string, rest: string): number[] {
  const lengths = new Set<number>();
  if (rest.startsWith(reading)) lengths.add(reading.length);
  if (reading.startsWith(rest)) lengths.add(rest.length);
  if (rest[0] === reading[0]) lengths.add(1);
  if (/^[zcs]h/.test(reading) && rest.startsWith(reading.slice(0, 2))) lengths.add(2);
  return [...lengths];
}
