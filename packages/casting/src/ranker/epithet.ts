import type { Frame } from '../frames.ts';
import type { ReadChapter } from '../read-chapter.ts';

/** Characters that a described subject (那孩子) and the end of a person's name (引路的孩子) share; -1 without one. */
export function epithetFit({ people, known }: ReadChapter, frame: Frame | null, person: number): number {
  const code = frame?.subject?.code ?? -1;
  if (code < known || person < 0 || person >= known) return -1;
  const [phrase, name] = [people.get(code).name, people.get(person).name];
  if (people.describedAs(phrase).includes(person)) return phrase.length;
  let shared = 0;
  while (shared < phrase.length && phrase.at(-1 - shared) === name.at(-1 - shared)) shared++;
  return shared;
}
