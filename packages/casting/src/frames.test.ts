import { describe, expect, it } from 'vitest';
import { collectBallots } from './collect-ballots.ts';
import { scanQuotes } from './fixtures/gold-story.ts';
import { THAT_ONE } from './people.ts';
import { readChapter } from './read-chapter.ts';
import type { ReadChapter } from './read-chapter.ts';
import type { RosterEntry } from './types.ts';

const roster: RosterEntry[] = [
  { roleId: 'you', names: ['尤氏'], sex: 'female' },
  { roleId: 'xing', names: ['邢夫人'], sex: 'female' },
  { roleId: 'wang', names: ['王夫人'], sex: 'female' },
  { roleId: 'feng', names: ['王熙凤', '凤姐', '凤丫头'], sex: 'female' },
  { roleId: 'child', names: ['引路的孩子'], sex: null },
  { roleId: 'qiang', names: ['赵强'], sex: 'male' },
  { roleId: 'system', names: ['系统'], sex: null },
];

const read = (text: string): ReadChapter => readChapter(scanQuotes(text), roster, []).chapter;

/** Whom the frame of the last quote has as its subject. */
function subjectOf(text: string): string | null {
  const { quotes, people } = read(text);
  const last = quotes.at(-1);
  const code = (last?.before ?? last?.leadIn ?? last?.after)?.subject?.code;
  return code === undefined || code < 0 ? null : people.get(code).name;
}

describe('several speakers', () => {
  it.each([
    '尤氏等笑道：“没有不是。”',
    '邢夫人、王夫人等忙问：“怎么了？”',
    '邢夫人王夫人见了，气的忙拦住骂道：“下流东西！”',
    '尤氏和王夫人忙起身说：“坐着。”',
    '赵强和闲人们便都吆喝道：“滚出去！”',
    '丫鬟们回说：“吃了。”',
    '只听二门上小厮们回说：“来了。”',
    '众小丫头慌了，都跪下说：“不敢。”',
    '看见的人大嚷说：“来了！”',
    '“什么？”夫妻两个异口同声。',
    '“你姑姑？”赵家兄弟齐声道。',
    '“谁？”尤氏和赵强同时叫出声来。',
    '“与谁？”尤氏和她的继子同时问道。',
    '七八个老头围成一圈，问：“抓着没有？”',
    '群臣交头接耳：“四万石？”',
  ])('%s', (text) => expect(subjectOf(text)).toBe('群体'));

  it.each([
    ['尤氏等着丫鬟们，笑道：“来了。”', '尤氏'],
    ['尤氏和王夫人笑道：“来了。”', '尤氏'],
    ['尤氏点头，同时说：“来了。”', '尤氏'],
    ['尤氏向他妹妹们笑道：“来了。”', '尤氏'],
    ['尤氏见众人都耸起耳朵听，越发大声说：“来了。”', '尤氏'],
  ])('not %s', (text, name) => expect(subjectOf(text)).toBe(name));
});

describe('speakers without a name', () => {
  it.each([
    '丫鬟们胡乱答应，有的说：“讨厌。”',
    '尤氏忍住了。只听得外面说：“来了。”',
    '尤氏正在胡想，人报：“太太来了。”',
    '内中有个年老的说道：“何苦。”',
  ])('%s', (text) => expect(subjectOf(text)).toBe('匿名'));

  it('does not make 丫头 a name because somebody is called 凤丫头', () =>
    expect(subjectOf('王熙凤在屋里。小丫头哭道：“没看见。”')).toBe('小丫头'));

  it('takes who opens the clause, not whom he meets', () =>
    expect(subjectOf('巡警走近赵强说：“走吧。”')).toBe('巡警'));

  it('reads 它 as a pronoun for what was described', () => {
    const { quotes } = read('系统响了。赵强没有说话。“在。”它说。');
    expect(quotes[0]?.after?.subject?.code).toBe(THAT_ONE);
  });
});

describe('descriptions', () => {
  it('finds the role whose name ends in the description', () => {
    const { people } = read('那孩子道：“跟我来。”');
    const names = (phrase: string): string[] => people.describedAs(phrase).map((key) => people.get(key).name);
    expect(names('孩子')).toEqual(['引路的孩子']);
    expect(names('丫头')).toEqual([]);
    expect(names('人')).toEqual([]);
    expect(names('引路')).toEqual([]);
  });

  it.each([
    ['那孩子道：“跟我来。”', '引路的孩子'],
    ['一个孩子道：“跟我来。”', '孩子'],
  ])('%s', (text, name) => {
    const chapter = read(text);
    const [best] = collectBallots(chapter)[0]?.strongest() ?? [];
    expect(best === undefined ? null : chapter.people.get(best).name).toBe(name);
  });

  it('keeps who is described apart from who is brought on', () => {
    const described = (text: string): boolean | undefined => read(text).quotes[0]?.before?.subject?.described;
    expect(described('那孩子道：“跟我来。”')).toBe(true);
    expect(described('一个孩子道：“跟我来。”')).toBe(false);
  });
});

describe('kin', () => {
  it('is his, whoever else is called so', () => {
    const entries: RosterEntry[] = [...roster, { roleId: 'mother', names: ['母亲'], sex: 'female' }];
    const { quotes, people } = readChapter(
      scanQuotes('赵强吃完饭，他的母亲慌忙说：“坐着。”'),
      entries,
      [],
    ).chapter;
    const code = quotes[0]?.before?.subject?.code ?? -1;
    expect(people.get(code).name).toBe('他的母亲');
    expect(people.isRelative(code)).toBe(true);
  });
});

describe('owners', () => {
  it('has the owner as the subject of a clause without another', () => {
    const { mentions, people } = read('王夫人的脸白了。“是。”\n尤氏看着赵强的脸。“走。”');
    const subjects = mentions.narrated
      .filter(({ subject }) => subject)
      .map(({ code }) => people.get(code).name);
    expect(subjects).toEqual(['王夫人', '尤氏']);
  });
});
