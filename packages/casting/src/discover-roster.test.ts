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

  it.each([
    // A foreign name without a dot, found twice, once with a person's doings.
    ['古铁雷斯背着手走了进来。\n“请坐。”苏桃说。\n“不坐。”古铁雷斯看了看椅子。', '古铁雷斯'],
    // Doubled names open clauses and speak; doubled adverbs do not.
    ['“饿。”豆豆说。\n豆豆蹲下来。\n“真的？”豆豆问。\n豆豆想了想。', '豆豆'],
    // 的 before a surname with a title is no crowd.
    ['守夜的马大伯提着灯。\n“站住！”马大伯吼道。', '马大伯'],
    ['胖裁判指着我。\n“打球！”胖裁判跑过来。', '胖裁判'],
    ['一个系红围巾的记者来了。\n红围巾笑得最响。', '红围巾'],
    ['亲家母坐下了。\n亲家母问：“吃了没有？”', '亲家母'],
    ['“温凉。”\n“温姑娘，走罢。”苏桃说。\n温凉怔了怔，没有说话。', '温凉'],
    ['“这里是归雁号，我是船长沈知微。今天是第六天。”', '沈知微'],
    ['“您可以叫我‘青鸟’。”\n“青鸟，成交。”', '青鸟'],
    ['“豆子！”苏桃喊道。\n“在。”豆子捏着嗓子。', '豆子'],
    ['“玉芳！”苏桃喊道。\n“这是我妹妹，玉芳。”\n“是梁玉芳。”', '玉芳'],
    ['站在一旁的特助周谨恨不得走开。\n“周谨。”陆衍说。', '周谨'],
    ['三姨太说：“坐。”\n三姨太笑道：“吃。”\n三姨太站起来。', '三姨太'],
    ['“坐。”顾延年的手很稳。\n“走。”顾延年看着他。\n那是顾延年。\n顾延年坐下。\n顾延年笑了。', '顾延年'],
  ])('finds people by other witnesses than a speech verb: %s', (text, name) => {
    expect(discoverRoster(scanQuotes(text), []).flatMap((one) => [one.name, ...one.aliases])).toContain(name);
  });

  it('leaves out places, numbers, families and people in general', () => {
    const text =
      '高台上站着人。\n高台下没有人。\n高台上静了。\n第三排的人说：“好。”\n好一阵说：“好。”\n齐声说：“好。”\n' +
      '城里人说：“好。”\n孩子们说：“好。”\n一个孩子笑了。\n那些孩子走了。\n孩子说：“好。”\n一个孩子哭了。\n细细说：“好。”';
    for (const name of ['高台', '第三', '好一阵', '齐声', '城里人', '孩子', '细细'])
      expect(namesIn(text)).not.toContain(name);
  });

  const together = (text: string, name: string): string[] => {
    const found = discoverRoster(scanQuotes(text), []).find((one) =>
      [one.name, ...one.aliases].includes(name),
    );
    return [found?.name ?? '', ...(found?.aliases ?? [])].toSorted();
  };

  it.each([
    ['老彭说：“坐。”\n老彭笑道：“吃。”\n彭守义是个老兵。\n彭守义说：“走。”', '彭守义', ['彭守义', '老彭']],
    ['老郝说：“坐。”\n老郝问：“谁？”\n郝教练吹哨。\n老郝说：“走。”\n郝教练说：“停。”', '老郝', ['老郝']],
    ['老郝说：“坐。”\n老郝问：“谁？”\n天黑了。\n郝教练说：“停。”\n他走了。', '老郝', ['老郝', '郝教练']],
    ['程野说：“坐。”\n天黑了。\n阿野说：“走。”\n天亮了。\n程野说：“好。”', '程野', ['程野', '阿野']],
    [
      '护士长宋佩兰来了。\n护士长说：“坐。”\n护士长问：“谁？”\n天黑了。\n宋佩兰说：“走。”',
      '宋佩兰',
      ['宋佩兰', '护士长'],
    ],
    ['林德大夫说：“坐。”\n天黑了。\n大夫说：“走。”\n大夫问：“谁？”', '大夫', ['大夫', '林德大夫']],
  ])('joins names of one person, but not of two who speak in turn: %s', (text, name, all) => {
    expect(together(text, name)).toEqual(all.toSorted());
  });

  it('does not join 老 and 小 of one surname to its only full name', () => {
    const text =
      '老彭说：“坐。”\n天黑了。\n小彭说：“走。”\n天亮了。\n彭守义道：“好。”\n雨停了。\n小彭道：“好。”';
    expect(together(text, '彭守义')).toEqual(['彭守义']);
  });

  it('does not join a wife to her husband, nor a man to a woman', () => {
    const text =
      '王守义说：“坐。”\n天黑了。\n王夫人说：“走。”\n天亮了。\n王守义道：“好。”\n雨停了。\n王夫人道：“好。”';
    expect(together(text, '王守义')).toEqual(['王守义']);
  });

  it('does not make a person of a common word that opens clauses beside speech but hardly ever says something', () => {
    const line = ['恍惚站着。', '恍惚走来。', '恍惚回头。', '恍惚笑了。', '恍惚坐下。'];
    const text = `${Array.from({ length: 8 }, () => line.join('\n')).join('\n')}\n恍惚说道：“来。”\n李明说：“走。”\n李明说：“好。”`;
    expect(namesIn(text)).toEqual(['李明']);
    expect(namesIn(text.replaceAll('恍惚', '胖虎').slice(-60))).toContain('胖虎');
  });
});
