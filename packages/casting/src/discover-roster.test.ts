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

  it.each([
    ['黑衣人冷冷地道：“交出来。”\n陆衍说：“不交。”\n黑衣人道：“找死。”', ['陆衍', '黑衣人']],
    ['灰袍老者问：“谁？”\n“我。”叶辰说。\n灰袍老者道：“进来。”\n叶辰说：“是。”', ['叶辰', '灰袍老者']],
    [
      '金丝眼镜说：“签吧。”\n周队说：“不签。”\n金丝眼镜笑道：“由不得你。”\n周队道：“试试。”',
      ['周队', '金丝眼镜'],
    ],
    ['皇上道：“平身。”\n孙嬷嬷道：“谢皇上。”\n皇上问：“何事？”\n孙嬷嬷道：“有事。”', ['孙嬷嬷', '皇上']],
    ['艾伦·沃克说：“早。”\n艾伦·沃克问：“饿吗？”', ['艾伦·沃克']],
    ['胖虎转过头来。\n前排的胖虎笑道：“走。”\n胖虎把书一放。\n胖虎立刻站了起来。', ['胖虎']],
    ['单四嫂子问：“谁？”\n单四嫂子说：“来。”\n单四嫂子抱着孩子。', ['单四嫂子']],
  ])('finds people by looks, title and doings: %s', (text, names) => {
    expect([...namesIn(text)].sort()).toEqual(names);
  });

  it('keeps people of one surname apart', () => {
    const text = '陆衍说：“一。”\n陆明说：“二。”\n陆衍问：“三？”\n陆明道：“四。”\n“陆总，”秘书说，“五。”';
    const found = discoverRoster(scanQuotes(text), []);
    expect(found.filter(({ name }) => name.startsWith('陆')).map(({ aliases }) => aliases)).toEqual([[], []]);
  });

  it('joins what people call the only bearer of a surname, and reads his sex from it', () => {
    const text =
      '顾明朝说：“坐。”\n“顾总好。”林夏说。\n“小顾，来。”林夏笑道。\n顾明朝问：“谁？”\n“郑哥，走。”林夏说。';
    const found = discoverRoster(scanQuotes(text), []);
    expect(found.find(({ name }) => name === '顾明朝')?.aliases.toSorted()).toEqual(['小顾', '顾总']);
  });

  it('does not join a form that the narration uses for somebody', () => {
    const text =
      '顾明朝说：“坐。”\n老顾说：“我儿子坐。”\n“老顾，来。”林夏说。\n顾明朝问：“谁？”\n老顾道：“我。”';
    const found = discoverRoster(scanQuotes(text), []);
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(['顾明朝', '老顾']));
    expect(found.flatMap(({ aliases }) => aliases)).toEqual([]);
  });

  it('gives a given name the surname that stands before it', () => {
    const text = '黛玉道：“一。”\n黛玉笑道：“二。”\n那林黛玉来了。见林黛玉哭了。黛玉走了。';
    expect(discoverRoster(scanQuotes(text), [])).toMatchObject([{ name: '黛玉', aliases: ['林黛玉'] }]);
  });

  it('reads the sex off the pronouns behind a name where the text tells 他 and 她 apart', () => {
    const text =
      '苏桃说：“来。”她笑了。苏桃站起来，她走了。\n程野说：“嗯。”他点头。程野坐下，他累了。程野看书，他困了。程野走，他跑。';
    const sexes = new Map(discoverRoster(scanQuotes(text), []).map(({ name, sex }) => [name, sex]));
    expect(sexes.get('苏桃')).toBe('female');
    expect(sexes.get('程野')).toBe('male');
  });

  it('takes no gestures, doings and crowds for people', () => {
    const doings = ['点头', '冷笑', '伸手', '莫家兄弟', '众丫头'];
    const text = doings
      .map((word) => `${word}道：“好。”\n宝玉${word}笑道：“是。”\n${word}说：“去。”`)
      .join('\n');
    const names = namesIn(text);
    for (const word of doings) expect(names).not.toContain(word);
    expect(names).toContain('宝玉');
  });
});
