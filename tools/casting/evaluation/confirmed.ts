import { discoverRoster, learnFromMarks, mergeMemories, suggestSpeakers } from '@huaben/casting';
import type { CastingParagraph, NovelMemory, RosterEntry, SuggestChapter } from '@huaben/casting';
import type { DataChapter } from '../data/load-data-set.ts';
import { isNamed } from './answer.ts';

/** Right lines of named people among those that were not confirmed. */
export interface ConfirmedScore {
  book: string;
  lines: number;
  /** Right when the confirmed lines only serve as anchors in their chapter. */
  anchored: number;
  /** Right when they have also taught the novel's memory. */
  remembered: number;
}

/**
 * Marks a book chapter after chapter, with the first `confirmed` lines of named people in each marked truly: once as
 * anchors alone, once with what they and the chapters before have taught. Roles have their main names only, because
 * learning the others is the point; a line is right when the very role is suggested.
 */
export function confirmedScore(
  chapters: readonly DataChapter[],
  confirmed: number,
  suggest: SuggestChapter = suggestSpeakers,
): ConfirmedScore {
  const roster = (chapters[0]?.roster ?? []).map(({ name, sex }): RosterEntry => ({
    roleId: name,
    names: [name],
    sex,
  }));
  const discovered = discoverRoster(
    chapters.flatMap((chapter) => chapter.paragraphs),
    roster,
  );
  const score = { book: chapters[0]?.book ?? '', lines: 0, anchored: 0, remembered: 0 };
  let memory: NovelMemory = { framed: {}, rejected: [], habits: {} };
  for (const chapter of chapters) {
    const paragraphs = confirmFirst(chapter, confirmed);
    memory = mergeMemories(memory, learnFromMarks({ paragraphs, roster, discovered }));
    const rightRoles = (more: { memory?: NovelMemory }): number => {
      const roles = new Map(
        suggest({ paragraphs, roster, discovered, ...more }).map(({ lineId, candidates }) => [
          lineId,
          candidates[0]?.roleId ?? null,
        ]),
      );
      return chapter.quotes.filter(({ id, speaker }) => isNamed(speaker) && roles.get(id) === speaker).length;
    };
    const open = new Set(
      paragraphs.flatMap(({ quotes }) =>
        quotes.filter(({ roleId }) => roleId === null).map(({ lineId }) => lineId),
      ),
    );
    score.lines += chapter.quotes.filter(({ id, speaker }) => isNamed(speaker) && open.has(id)).length;
    score.anchored += rightRoles({});
    score.remembered += rightRoles({ memory });
  }
  return score;
}

function confirmFirst({ paragraphs, quotes }: DataChapter, count: number): CastingParagraph[] {
  const speakers = new Map(
    quotes
      .filter(({ speaker }) => isNamed(speaker))
      .slice(0, count)
      .map(({ id, speaker }) => [id, speaker]),
  );
  return paragraphs.map(({ text, quotes: own }) => ({
    text,
    quotes: own.map((quote) => {
      const roleId = speakers.get(quote.lineId);
      return roleId === undefined ? quote : { ...quote, roleId, origin: 'human' };
    }),
  }));
}
