import { describe, expect, it } from 'vitest';
import { distinctSounds, speakersWithoutVoice, speakingPlan } from './speaking-plan.ts';
import type { CastVoice } from './speaking-plan.ts';

const voiceOf = (roleId: string, voiceId: string): CastVoice => ({
  roleId,
  name: `名${roleId}`,
  voiceId,
  rate: 1,
  pitch: 0,
});
const narrator = voiceOf('noLine', 'a:narrator');
const cast = [narrator, voiceOf('r1', 'a:man'), voiceOf('r2', '')];

const line = (id: string, role: string | null, text: string, kind = 'dialogue'): string =>
  `<span data-line="${id}"${role === null ? '' : ` data-role="${role}"`} data-kind="${kind}" data-origin="human">${text}</span>`;

const html = `<p>天亮了。</p><p>${line('l1', 'r1', '“走吧。”')}他说。</p><p>${line('l2', null, '“不去。”')}</p>`;

describe('speakingPlan', () => {
  it('lets roles speak their lines and the narrator everything else, unassigned lines too', () => {
    const plan = speakingPlan(html, cast);
    expect(plan.map(({ text, roleId, voiceId, lineId }) => [text, roleId, voiceId, lineId])).toEqual([
      ['天亮了。', 'noLine', 'a:narrator', null],
      ['走吧。', 'r1', 'a:man', 'l1'],
      ['他说。', 'noLine', 'a:narrator', null],
      ['不去。', 'noLine', 'a:narrator', 'l2'],
    ]);
    expect(plan.map(({ paragraph, from, to }) => [paragraph, from, to])).toEqual([
      [0, 0, 4],
      [1, 1, 4],
      [1, 5, 8],
      [2, 1, 4],
    ]);
  });

  it('gives lines of a role that no longer exists, and narration overrides, to the narrator', () => {
    const text = `<p>${line('l1', 'gone', '“谁？”')}${line('l2', 'r1', '“招牌”', 'narration')}</p>`;
    expect(speakingPlan(text, cast).map((spoken) => spoken.roleId)).toEqual(['noLine', 'noLine']);
  });

  it('names sounds by everything that is heard and nothing else', () => {
    const hashes = (voices: CastVoice[]) => speakingPlan(html, voices).map((spoken) => spoken.hash);
    const [, man] = cast;
    if (!man) throw new Error('no man');
    const before = hashes(cast);
    expect(hashes([...cast])).toEqual(before);
    expect(hashes([narrator, { ...man, name: '改名' }])).toEqual(before);
    for (const change of [{ rate: 1.2 }, { pitch: 2 }, { voiceId: 'a:boy' }, { voiceId: 'b:man' }]) {
      const after = hashes([narrator, { ...man, ...change }]);
      expect(after[1]).not.toBe(before[1]);
      expect([after[0], ...after.slice(2)]).toEqual([before[0], ...before.slice(2)]);
    }
  });

  it('ends the chapter with a long silence and obeys a pause that a person set', () => {
    const text = '<p>一句。<i data-pause="p1" data-ms="3000"></i>两句。</p>';
    expect(speakingPlan(text, cast).map((spoken) => spoken.gapAfterMs)).toEqual([3000, 2000]);
  });
});

describe('speakersWithoutVoice', () => {
  const offered = (voiceId: string): boolean => voiceId.startsWith('a:');

  it('names each mute speaker of the lines once, and nobody who says nothing', () => {
    const text = `<p>${line('l1', 'r2', '“一”')}${line('l2', 'r2', '“二”')}</p>`;
    expect(speakersWithoutVoice(speakingPlan(text, cast), cast, offered)).toEqual([
      { id: 'r2', name: '名r2' },
    ]);
    expect(speakersWithoutVoice(speakingPlan(html, cast), cast, offered)).toEqual([]);
  });

  it('counts a voice that is no longer offered as missing, and a narrator without a row', () => {
    const lines = speakingPlan(html, [voiceOf('r1', 'old:man')]);
    expect(speakersWithoutVoice(lines, [voiceOf('r1', 'old:man')], offered)).toEqual([
      { id: 'noLine', name: '旁白' },
      { id: 'r1', name: '名r1' },
    ]);
  });
});

describe('distinctSounds', () => {
  it('keeps the first line of each sound in order', () => {
    const plan = speakingPlan('<p>嗯。</p><p>好。</p><p>嗯。</p>', cast);
    expect(distinctSounds(plan).map(({ text, paragraph }) => [text, paragraph])).toEqual([
      ['嗯。', 0],
      ['好。', 1],
    ]);
  });
});
