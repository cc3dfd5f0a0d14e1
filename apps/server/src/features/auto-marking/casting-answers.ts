import type { discoverRoster, suggestSpeakers } from '@huaben/casting';
import { castingParagraphs, manuscriptToText, parseManuscript } from '@huaben/manuscript';
import { contentOfDocument } from '../chapter/index.ts';
import type {
  CastingAnswers,
  CastingQuestion,
  ChapterAnswer,
  ChapterQuestion,
  LinesQuestion,
} from './casting-messages.ts';
import { TextTouched } from './line-marks.ts';
import { markChapter, openLinesOf } from './mark-chapter.ts';

/** Who finds characters and speakers. */
export interface CastingRules {
  readonly discover: typeof discoverRoster;
  readonly suggest: typeof suggestSpeakers;
}

const paragraphsOf = (html: string) => castingParagraphs(parseManuscript(html).doc);

function markedChapter(question: ChapterQuestion, { suggest }: CastingRules): ChapterAnswer {
  const { html, chapterId, roster } = question;
  const { doc } = parseManuscript(html);
  // Who was found before and has become a role since is found no more.
  const names = new Set(roster.flatMap((role) => role.names));
  const discovered = question.discovered.filter(({ name }) => !names.has(name));
  const { doc: marked, ...rest } = markChapter(doc, question, (paragraphs) =>
    suggest({ paragraphs, roster, discovered }),
  );
  const content = contentOfDocument(marked, chapterId);
  // What counts is what will be stored: it is read back before it goes on its way.
  const stored = parseManuscript(content.html).doc;
  if (manuscriptToText(stored, { inserted: true }) !== manuscriptToText(doc, { inserted: true }))
    throw new TextTouched('the stored form has another text');
  return { ...rest, content, open: openLinesOf(stored) };
}

function linesPerName({ texts, roster, discovered }: LinesQuestion, { suggest }: CastingRules): number[] {
  const counts = new Map<string, number>();
  for (const html of texts) {
    for (const { candidates } of suggest({ paragraphs: paragraphsOf(html), roster, discovered })) {
      const [first] = candidates;
      if (first?.roleId === null) counts.set(first.name, (counts.get(first.name) ?? 0) + 1);
    }
  }
  return discovered.map(({ name }) => counts.get(name) ?? 0);
}

/**
 * Answers a question, however long it takes.
 * @throws TextTouched if marking would change the text or a person's mark; ManuscriptError for a text that cannot be read
 */
export function answerTo(
  question: CastingQuestion,
  rules: CastingRules,
): CastingAnswers[keyof CastingAnswers] {
  switch (question.ask) {
    case 'chapter':
      return markedChapter(question, rules);
    case 'names':
      return rules.discover(question.texts.flatMap(paragraphsOf), question.roster);
    case 'lines':
      return linesPerName(question, rules);
  }
}
