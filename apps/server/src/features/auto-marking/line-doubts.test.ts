import { castingParagraphs, manuscriptFromText } from '@huaben/manuscript';
import { expect, it } from 'vitest';
import type { LineVerdict } from './line-candidates.ts';
import { doubtAbout } from './line-doubts.ts';

const roster = [
  { roleId: 'xiang', names: ['祥子', '骆驼祥子'], sex: null },
  { roleId: 'hu', names: ['虎妞'], sex: null },
  { roleId: 'si', names: ['四'], sex: null },
  { roleId: 'far', names: ['曹先生'], sex: null },
];
const paragraphs = castingParagraphs(
  manuscriptFromText(`曹先生走远了。${'字'.repeat(500)}\n虎妞看着骆驼祥子，四下无人。\n“走吧。”`, () => 'l1'),
);
const last = paragraphs.length - 1;
const [quote] = paragraphs[last]?.quotes ?? [];
const doubtWith = (candidates: LineVerdict['candidates'], category: LineVerdict['category'] = 'latent') =>
  doubtAbout(
    paragraphs,
    { lineId: 'l1', paragraph: last, from: quote?.from ?? 0, to: quote?.to ?? 0 },
    { candidates, confidence: 0.5, category },
    roster,
  );
const person = (roleId: string | null, name: string) =>
  ({ roleId, name, kind: 'person', probability: 0.5 }) as const;

it('offers the rules’ candidates first, then the roles that stand near, each once', () => {
  const doubt = doubtWith([person('hu', '虎妞'), person(null, '刘四爷')]);
  expect(doubt?.candidates.map(({ name }) => name)).toEqual(['虎妞', '刘四爷', '祥子']);
  expect(doubt?.text).toBe('“走吧。”');
  expect(doubt?.before).toHaveLength(400);
  expect(doubt?.framedSpeaker).toBeNull();
});

it('tells whom the words beside the line name, if that is a person', () => {
  expect(doubtWith([person('hu', '虎妞')], 'explicit')?.framedSpeaker).toBe('虎妞');
  const nobody = { ...person(null, '匿名'), kind: 'anonymous' } as const;
  expect(doubtWith([nobody], 'explicit')?.framedSpeaker).toBeNull();
});

it('is no question where there is nothing to choose between', () => {
  const at = { lineId: 'l1', paragraph: last, from: quote?.from ?? 0, to: quote?.to ?? 0 };
  const verdict = { candidates: [person('hu', '虎妞')], confidence: 0.5, category: 'latent' } as const;
  expect(doubtAbout(paragraphs, at, verdict, roster.slice(1, 2))).toBeNull();
});
