import { describe, expect, it } from 'vitest';
import { discoverRoster } from './discover-roster.ts';
import { scanQuotes } from './fixtures/gold-story.ts';
import { hometown } from './fixtures/hometown.ts';
import { kongYiji } from './fixtures/kong-yiji.ts';
import { medicine } from './fixtures/medicine.ts';
import { storm } from './fixtures/storm.ts';

const namesIn = (text: string): string[] => discoverRoster(scanQuotes(text), []).map((found) => found.name);

describe('discoverRoster', () => {
  it('finds the speakers of whole stories and nobody else on top', () => {
    expect(namesIn(kongYiji.text)).toEqual(['孔乙己', '掌柜', '我']);
    expect(namesIn(storm.text)).toEqual(
      expect.arrayContaining(['七斤', '七斤嫂', '九斤老太', '赵七爷', '八一嫂']),
    );
    expect(namesIn(medicine.text)).toEqual(expect.arrayContaining(['华大妈', '老栓', '康大叔', '花白胡子']));
    expect(namesIn(hometown.text)).toEqual(expect.arrayContaining(['母亲', '闰土', '我']));
  });

  it('leaves out what the roster already has, given names included', () => {
    const text = '宝玉笑道：“好。”\n宝玉忙道：“来。”\n凤姐笑道：“去。”\n凤姐道：“去罢。”';
    const found = discoverRoster(scanQuotes(text), [{ roleId: 'a', names: ['贾宝玉'], sex: 'male' }]);
    expect(found.map((one) => one.name)).toEqual(['凤姐']);
  });

  it('joins a given name to the one full name that owns it, the commoner of them in front', () => {
    const text = '贾宝玉笑道：“好。”\n宝玉道：“来。”\n宝玉道：“坐。”\n贾宝玉道：“去。”';
    expect(discoverRoster(scanQuotes(text), [])).toMatchObject([
      { name: '宝玉', aliases: ['贾宝玉'], mentions: 4, speaks: 4 },
    ]);
  });

  it('does not join a given name that two full names could own', () => {
    const text =
      '贾宝玉道：“好。”\n甄宝玉道：“来。”\n宝玉道：“坐。”\n宝玉道：“去。”\n贾宝玉道：“喝。”\n甄宝玉道：“吃。”';
    expect(discoverRoster(scanQuotes(text), []).every((one) => one.aliases.length === 0)).toBe(true);
  });

  it('reads the sex off titles and kinship', () => {
    const text = '赵七爷说：“一。”\n八一嫂说：“二。”\n外婆说：“三。”\n老拱说：“四。”';
    const sexes = new Map(discoverRoster(scanQuotes(text), []).map((one) => [one.name, one.sex]));
    expect(sexes).toEqual(
      new Map([
        ['赵七爷', 'male'],
        ['八一嫂', 'female'],
        ['外婆', 'female'],
        ['老拱', null],
      ]),
    );
  });

  it('keeps manner words, groups and stray characters out', () => {
    const names = namesIn(
      '众人道：“好。”\n慌忙道：“来。”\n轻轻说道：“坐。”\n老栓候他静了，低低说道：“睡。”\n老栓说：“喝。”\n老栓道：“吃。”\n似乎说：“咦。”',
    );
    expect(names).toEqual(['老栓']);
  });
});
