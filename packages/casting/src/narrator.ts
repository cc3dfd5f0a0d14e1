import { findMentions } from './mentions.ts';
import type { Layout } from './narration.ts';
import { People } from './people.ts';
import type { DiscoveredName, RosterEntry } from './types.ts';
import { vocativesOf } from './vocatives.ts';

/** How often the narration has to say 我 before anybody is looked for behind it, and how often he has to be called. */
const FIRST_PERSON = 5;
const LEAST_CALLS = 2;

/**
 * The people of a chapter with 我 as one more name of the one who tells it: whom the narration calls so (我叫江离), or who is
 * called in quotes and never named outside of them; he comes first. Unchanged when nobody tells the chapter, or
 * somebody who stays unnamed, or when it is known whose name 我 is.
 */
export function withNarrator(
  layout: Layout,
  roster: readonly RosterEntry[],
  discovered: readonly DiscoveredName[],
): [readonly RosterEntry[], readonly DiscoveredName[]] {
  const known =
    roster.some(({ names }) => names.lastIndexOf('我') > 0) ||
    discovered.some(({ aliases }) => aliases.includes('我'));
  if (known || !toldByMe(layout)) return [roster, discovered];
  const name = narratorOf(layout, new People(roster, discovered));
  const role = roster.find(({ names }) => names[0] === name);
  if (role !== undefined)
    return [[{ ...role, names: [...role.names, '我'] }, ...roster.filter((one) => one !== role)], discovered];
  // A role 我 is who the user says that it is.
  if (roster.some(({ names }) => names[0] === '我')) return [roster, discovered];
  return [
    roster,
    discovered.map((one) => (one.name === name ? { ...one, aliases: [...one.aliases, '我'] } : one)),
  ];
}

function toldByMe({ gaps, paragraphs }: Layout): boolean {
  let times = 0;
  for (const own of gaps) {
    for (const { paragraph, from, to } of own) {
      const narration = (paragraphs[paragraph]?.text ?? '').slice(from, to);
      times += narration.split(/我(?!们)/).length - 1;
      if (times >= FIRST_PERSON) return true;
    }
  }
  return false;
}

const SAYS_NAME = /我(?:就)?(?:名)?(?:是|叫|叫做|名叫)$/;

function narratorOf(layout: Layout, people: People): string | null {
  const mentions = findMentions(layout, people);
  const narrated = new Set<number>();
  for (const { code, paragraph, from, to } of mentions.narrated) {
    const text = layout.paragraphs[paragraph]?.text ?? '';
    const says = SAYS_NAME.test(text.slice(Math.max(0, from - 4), from)) && /[，。,；]/.test(text.charAt(to));
    if (says && people.get(code).kind === 'named') return people.get(code).name;
    narrated.add(code);
  }
  const calls = new Map<number, number>();
  layout.quotes.forEach((placed, i) => {
    const text = layout.paragraphs[placed.paragraph]?.text ?? '';
    for (const code of new Set(vocativesOf(placed, mentions.spoken[i] ?? [], text))) {
      if (people.get(code).kind === 'named' && !narrated.has(code))
        calls.set(code, (calls.get(code) ?? 0) + 1);
    }
  });
  const [most] = [...calls].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  return most !== undefined && most[1] >= LEAST_CALLS ? people.get(most[0]).name : null;
}
