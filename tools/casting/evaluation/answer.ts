import type { Suggestion } from '@huaben/casting';
import type { Category, RosterPerson } from '../../gold/label.ts';

/** What the marker said of one labelled quotation, beside the truth. */
export interface Answer {
  book: string;
  chapter: string;
  id: string;
  /** A main name of the true roster, 匿名, 群体 or 非对白. */
  speaker: string;
  category: Category | null;
  /** The same kind of label; a name that no true person has stays as it was found. */
  said: string;
  confidence: number;
  right: boolean;
  /** The true speaker was no person of the marker's roster, so it could not be right. */
  outOfReach: boolean;
  /** What is said is no person of the true roster. */
  invented: boolean;
  rule: Suggestion['rule'];
  /** Category as the marker read it; null for 非对白. */
  read: Suggestion['category'];
}

const NO_PERSON = new Set(['匿名', '群体', '非对白']);

/** True for a label that is a person of the roster. */
export function isNamed(label: string): boolean {
  return !NO_PERSON.has(label);
}

/** Main name of the true person that a name or alias means; null when nobody has it. */
export function personOf(roster: readonly RosterPerson[]): (name: string) => string | null {
  const owner = new Map(
    roster.flatMap(({ name, aliases }) => [name, ...aliases].map((one) => [one, name] as const)),
  );
  return (name) => owner.get(name) ?? null;
}

/** The label that a suggestion amounts to: no candidate says that nobody speaks. */
export function labelSaid(
  suggestion: Suggestion | undefined,
  truePerson: (name: string) => string | null,
): string {
  const best = suggestion?.candidates[0];
  if (best === undefined) return '非对白';
  if (!isNamed(best.name)) return best.name;
  return truePerson(best.name) ?? best.name;
}
