import type { SpeakerKind, Suggestion } from '@huaben/casting';
import fc from 'fast-check';
import {
  linesOf,
  manuscriptFromText,
  manuscriptSchema,
  manuscriptToText,
  paginate,
  parseManuscript,
  serialiseManuscript,
} from '@huaben/manuscript';
import type { CastingParagraph, LineAttributes, LineInfo } from '@huaben/manuscript';
import { describe, expect, it } from 'vitest';
import { withAccepted, withDecisions } from './line-decisions.ts';
import type { Manuscript } from './line-marks.ts';
import { markChapter } from './mark-chapter.ts';
import type { MarkingOrder } from './mark-chapter.ts';

const roles = ['r1', 'r2', 'r3'];
const roster = roles.map((roleId) => ({ roleId, names: [`甲${roleId}`], sex: null }));

const words = fc.oneof(
  fc.constantFrom('“你好。”', '他说，', '　　', '<b>&amp;"', '👨‍👩‍👧', '\u0000', '\ud800', 'a b', '……”'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 10 }),
);
const attributes = fc.record({
  roleId: fc.option(fc.constantFrom(...roles, 'gone', 'noLine')),
  kind: fc.constantFrom('dialogue' as const, 'dialogue' as const, 'aside' as const, 'narration' as const),
  origin: fc.constantFrom('human' as const, 'rule' as const, 'model' as const),
  confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  inserted: fc.boolean(),
});
const piece = fc.record({ text: words, line: fc.option(attributes), pause: fc.boolean() });

/** Chapters with every kind of line that the format allows, each with an id of its own. */
const manuscript: fc.Arbitrary<Manuscript> = fc
  .array(fc.array(piece, { maxLength: 5 }), { minLength: 1, maxLength: 7 })
  .map((paragraphs) => {
    let count = 0;
    return paginate(
      paragraphs.map((pieces) =>
        manuscriptSchema.nodes.paragraph.create(
          null,
          pieces.flatMap(({ text, line, pause }) => {
            const lineId = `L${(count += 1)}`;
            const marks = line === null ? [] : [manuscriptSchema.marks.line.create({ lineId, ...line })];
            const atom = manuscriptSchema.nodes.pause.create({ id: `p${count}`, ms: 300 }, null, marks);
            return [manuscriptSchema.text(text, marks), ...(pause ? [atom] : [])];
          }),
        ),
      ),
    );
  });

const candidate = fc.record({
  roleId: fc.option(fc.constantFrom(...roles, 'gone')),
  name: fc.constantFrom('甲', '匿名', '群体', '非对白'),
  kind: fc.constantFrom('person' as const, 'anonymous' as const, 'group' as const, 'not-dialogue' as const),
  probability: fc.double({ min: 0, max: 1, noNaN: true }),
});
const answer = fc.record({
  candidates: fc.array(candidate, { maxLength: 3 }),
  evidence: fc.option(fc.record({ paragraph: fc.nat(8), from: fc.nat(12), to: fc.nat(12) })),
});
const plan = fc.record({
  mode: fc.constantFrom('blank' as const, 'selection' as const, 'chapter' as const),
  chosen: fc.array(fc.nat(30).map((number) => `L${number}`)),
  threshold: fc.double({ min: 0.5, max: 1, noNaN: true }),
  answers: fc.array(answer, { minLength: 1, maxLength: 6 }),
});

/** Any answers at all, one for each quotation. */
const anyCasting =
  (answers: readonly { candidates: Suggestion['candidates']; evidence: Suggestion['evidence'] | null }[]) =>
  (paragraphs: readonly CastingParagraph[]): Suggestion[] =>
    paragraphs
      .flatMap(({ quotes }) => quotes)
      .map(({ lineId }, index) => {
        const { candidates, evidence } = answers[index % answers.length] ?? {
          candidates: [],
          evidence: null,
        };
        const at = evidence === null || evidence.from > evidence.to ? null : evidence;
        return {
          lineId,
          candidates,
          evidence: at,
          confidence: candidates[0]?.probability ?? 0,
          rule: 'nearest',
          category: 'latent',
        };
      });

const orderOf = (
  mode: MarkingOrder['mode'],
  threshold: number,
  lineIds: readonly string[],
): MarkingOrder => ({
  mode,
  threshold,
  lineIds,
  roster,
  discovered: [],
  roleNames: new Map(),
});
const humanLines = (doc: Manuscript): LineInfo[] => linesOf(doc).filter((line) => line.origin === 'human');
const plain = (html: string): string => html.replace(/<\/?span[^>]*>/g, '');

/** Thousands of documents take a while on a busy machine. */
const patience = 120_000;

describe('marking a chapter', () => {
  it(
    'keeps every character, every atom and every human mark, whatever casting answers, in all modes',
    () => {
      fc.assert(
        fc.property(manuscript, plan, (doc, { mode, chosen, threshold, answers }) => {
          const result = markChapter(doc, orderOf(mode, threshold, chosen), anyCasting(answers));
          expect(manuscriptToText(result.doc, { inserted: true })).toBe(
            manuscriptToText(doc, { inserted: true }),
          );
          expect(humanLines(result.doc)).toEqual(humanLines(doc));
          const stored = serialiseManuscript(result.doc, 'c1');
          expect(plain(stored)).toBe(plain(serialiseManuscript(doc, 'c1')));
          expect(serialiseManuscript(parseManuscript(stored).doc, 'c1')).toBe(stored);

          const after = new Map(linesOf(result.doc).map((line) => [line.lineId, line]));
          for (const line of linesOf(doc)) {
            const now = after.get(line.lineId);
            if (mode === 'blank' && (line.roleId !== null || line.kind === 'narration'))
              expect(now).toEqual(line);
            if (mode === 'selection' && !chosen.includes(line.lineId)) expect(now).toEqual(line);
            if (now !== undefined && now.roleId !== line.roleId && now.roleId !== null) {
              expect(roles).toContain(now.roleId);
              expect(now.confidence).toBeGreaterThanOrEqual(threshold);
            }
          }
          const { lines, marked, queued, human, kept, notDialogue } = result.counts;
          expect(marked + queued + human + kept + notDialogue).toBe(lines);
          expect(result.queue).toHaveLength(queued);
          for (const { lineId } of result.queue) expect(after.get(lineId)).toMatchObject({ roleId: null });
        }),
        { numRuns: 10_000 },
      );
    },
    patience,
  );

  it(
    'takes answers of the language model only where the rules left a line of the machine open',
    () => {
      const said = fc.dictionary(
        fc.nat(30).map((number) => `L${number}`),
        fc.oneof(
          fc.record({ roleId: fc.constantFrom('r1', 'r2', 'gone', 'narration') }),
          fc.constant({ reason: '看不出是谁' }),
        ),
      );
      fc.assert(
        fc.property(manuscript, plan, said, (doc, { mode, chosen, threshold, answers }, spoken) => {
          const order = orderOf(mode, threshold, chosen);
          const casting = anyCasting(answers);
          const alone = markChapter(doc, order, casting);
          const result = markChapter(doc, { ...order, answers: new Map(Object.entries(spoken)) }, casting);
          expect(plain(serialiseManuscript(result.doc, 'c1'))).toBe(plain(serialiseManuscript(doc, 'c1')));
          expect(humanLines(result.doc)).toEqual(humanLines(doc));
          const was = linesOf(doc);
          const now = linesOf(result.doc);
          const open = new Set(
            alone.changes
              .filter(({ queued }) => queued)
              .map(({ lineId }) => lineId)
              .concat(alone.queue.map(({ lineId }) => lineId)),
          );
          linesOf(alone.doc).forEach((line, index) => {
            if (JSON.stringify(now[index]) === JSON.stringify(line)) return;
            expect(open).toContain(line.lineId);
            expect(line.roleId).toBeNull();
            expect([...roles, null]).toContain(now[index]?.roleId);
            // Narration that was narration before is left as it was.
            if (JSON.stringify(now[index]) !== JSON.stringify(was[index]))
              expect(now[index]).toMatchObject({ origin: 'model', confidence: 0.9 });
          });
          for (const { lineId, candidates } of result.doubts) {
            expect(humanLines(doc).map((line) => line.lineId)).not.toContain(lineId);
            expect(candidates.length).toBeGreaterThan(1);
          }
          const { lines, marked, queued, human, kept, notDialogue } = result.counts;
          expect(marked + queued + human + kept + notDialogue).toBe(lines);
        }),
        { numRuns: 2000 },
      );
    },
    patience,
  );

  it(
    'comes to rest: the same order on its own result changes nothing more',
    () => {
      fc.assert(
        fc.property(manuscript, plan, (doc, { mode, chosen, threshold, answers }) => {
          // An answer of the line alone, so that it is the same in both rounds.
          const casting = (paragraphs: readonly CastingParagraph[]) =>
            anyCasting(answers)(paragraphs).map((suggestion) => ({
              ...suggestion,
              candidates: answers[Number(suggestion.lineId.slice(1)) % answers.length]?.candidates ?? [],
            }));
          const once = markChapter(doc, orderOf(mode, threshold, chosen), casting);
          const twice = markChapter(once.doc, orderOf(mode, threshold, chosen), casting);
          expect(serialiseManuscript(twice.doc, 'c1')).toBe(serialiseManuscript(once.doc, 'c1'));
          expect(twice.changes).toEqual([]);
        }),
        { numRuns: 1000 },
      );
    },
    patience,
  );

  it(
    'keeps every character and every other line when people decide or accept',
    () => {
      const decision = fc.record({
        lineId: fc.nat(20).map((number) => `L${number}`),
        roleId: fc.option(fc.constantFrom('r1', 'narration')),
        decidedRole: fc.option(fc.constantFrom('r1', 'r2', 'narration')),
      });
      fc.assert(
        fc.property(manuscript, fc.array(decision, { maxLength: 4 }), (doc, wanted) => {
          const decisions = [...new Map(wanted.map((one) => [one.lineId, one])).values()];
          const accepted = decisions.flatMap(({ lineId, roleId }) =>
            roleId === null ? [] : [{ lineId, roleId, confidence: 0.9 }],
          );
          const decided = withDecisions(doc, decisions);
          const results = ['doc' in decided ? decided.doc : doc, withAccepted(doc, accepted).doc];
          for (const result of results) {
            expect(plain(serialiseManuscript(result, 'c1'))).toBe(plain(serialiseManuscript(doc, 'c1')));
            const named = new Set(decisions.map(({ lineId }) => lineId));
            const others = (one: Manuscript) => linesOf(one).filter(({ lineId }) => !named.has(lineId));
            expect(others(result)).toEqual(others(doc));
          }
          expect(humanLines(withAccepted(doc, accepted).doc)).toEqual(humanLines(doc));
        }),
        { numRuns: 2000 },
      );
    },
    patience,
  );
});

function chapter(
  text: string,
  change: (line: LineInfo, index: number) => Partial<LineAttributes> = () => ({}),
) {
  let count = 0;
  const doc = manuscriptFromText(text, () => `L${(count += 1)}`);
  const html = serialiseManuscript(doc, null);
  const lines = linesOf(doc);
  // Attributes in the order of the stored form.
  const marked = lines.reduce((made, line, index) => {
    const { roleId, kind, origin, confidence } = { ...line, ...change(line, index) };
    return made.replace(
      `<span data-line="${line.lineId}" data-kind="dialogue" data-origin="rule">`,
      `<span data-line="${line.lineId}"${roleId === null ? '' : ` data-role="${roleId}"`} data-kind="${kind}" data-origin="${origin}"${confidence === null ? '' : ` data-confidence="${confidence}"`}>`,
    );
  }, html);
  return parseManuscript(marked).doc;
}

const unnamed: Readonly<Record<string, SpeakerKind>> = { 匿名: 'anonymous', 群体: 'group' };
const suggest =
  (lines: Readonly<Record<string, readonly [string | null, string, number]>>) => (): Suggestion[] =>
    Object.entries(lines).map(([lineId, [roleId, name, probability]]) => ({
      lineId,
      candidates: [{ roleId, name, kind: unnamed[name] ?? 'person', probability }],
      confidence: probability,
      rule: 'explicit',
      category: 'explicit',
      evidence: { paragraph: 0, from: 7, to: 9 },
    }));

describe('what becomes of a line', () => {
  const text = '“一句话。”祥子说。“二句话。”虎妞道。“三句话。”';

  it('is marked from the threshold on and queued below it, with its sentence', () => {
    const casting = suggest({ L1: ['r1', '祥子', 0.97], L2: ['r2', '虎妞', 0.9], L3: [null, '老马', 0.99] });
    const { doc, counts, queue } = markChapter(chapter(text), orderOf('blank', 0.97, []), casting);
    expect(linesOf(doc).map(({ roleId, confidence }) => [roleId, confidence])).toEqual([
      ['r1', 0.97],
      [null, null],
      [null, null],
    ]);
    expect(counts).toEqual({ lines: 3, marked: 1, queued: 2, human: 0, kept: 0, notDialogue: 0 });
    expect(queue[0]).toMatchObject({
      lineId: 'L2',
      text: '“二句话。”',
      before: '“一句话。”祥子说。',
      after: '虎妞道。“三句话。”',
      evidence: { text: '祥子说。', from: 1, to: 3 },
      confidence: 0.9,
      category: 'explicit',
    });
    expect(queue[1]?.candidates).toEqual([{ roleId: null, name: '老马', kind: 'person', probability: 0.99 }]);
  });

  it('takes 路人 and 群众 for voices without a name, if the novel has them', () => {
    const casting = suggest({ L1: [null, '匿名', 0.99], L2: [null, '群体', 0.99] });
    const some = { ...orderOf('blank', 0.97, []), roster: [{ roleId: 'r9', names: ['路人'], sex: null }] };
    const { doc, queue } = markChapter(chapter(text), some, casting);
    expect(linesOf(doc).map(({ roleId }) => roleId)).toEqual(['r9', null, null]);
    expect(queue[0]?.candidates).toMatchObject([{ roleId: null, kind: 'group' }]);
  });

  it('goes to the narrator when it is surely not dialogue, and comes back when it is redone', () => {
    const not = () => [
      {
        lineId: 'L1',
        candidates: [{ roleId: null, name: '非对白', kind: 'not-dialogue' as const, probability: 0.99 }],
        confidence: 0.99,
        rule: 'none' as const,
        category: null,
        evidence: null,
      },
    ];
    const once = markChapter(chapter(text), orderOf('blank', 0.97, []), not);
    expect(linesOf(once.doc)[0]).toMatchObject({ kind: 'narration', origin: 'rule', roleId: null });
    expect(once.counts.notDialogue).toBe(1);
    const again = suggest({ L1: ['r1', '祥子', 0.98] });
    expect(linesOf(markChapter(once.doc, orderOf('blank', 0.97, []), again).doc)[0]?.kind).toBe('narration');
    expect(linesOf(markChapter(once.doc, orderOf('chapter', 0.97, []), again).doc)[0]).toMatchObject({
      kind: 'dialogue',
      roleId: 'r1',
    });
  });

  it('is opened when redone and no longer sure; a human mark stays and open human lines are only asked about', () => {
    const doc = chapter(text, (_, index) =>
      index === 0
        ? { roleId: 'r1', confidence: 0.99 }
        : index === 1
          ? { roleId: 'r1', origin: 'human' }
          : { origin: 'human' },
    );
    const casting = suggest({ L1: ['r2', '虎妞', 0.6], L2: ['r2', '虎妞', 0.99], L3: ['r2', '虎妞', 0.99] });
    const { doc: after, counts, queue, changes } = markChapter(doc, orderOf('chapter', 0.97, []), casting);
    expect(linesOf(after).map(({ roleId, origin }) => [roleId, origin])).toEqual([
      [null, 'rule'],
      ['r1', 'human'],
      [null, 'human'],
    ]);
    expect(counts).toMatchObject({ queued: 2, human: 1, marked: 0 });
    expect(queue.map(({ lineId }) => lineId)).toEqual(['L1', 'L3']);
    expect(changes).toMatchObject([{ lineId: 'L1', before: { roleId: 'r1' }, after: null, queued: true }]);
    expect(markChapter(doc, orderOf('blank', 0.97, []), casting).doc.eq(doc)).toBe(true);
  });
});
