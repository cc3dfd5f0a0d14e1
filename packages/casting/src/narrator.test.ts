import { describe, expect, it } from 'vitest';
import { scanQuotes } from './fixtures/gold-story.ts';
import { discoverRoster, suggestSpeakers } from './index.ts';
import type { RosterEntry, Suggestion } from './index.ts';
import { layOut } from './narration.ts';
import { withNarrator } from './narrator.ts';

const role = (name: string, ...aliases: string[]): RosterEntry => ({
  roleId: name,
  names: [name, ...aliases],
  sex: null,
});
const ROSTER = [role('阿九'), role('江离', '队长'), role('小鹿')];

/** Whose name 我 is in a text. */
const narrator = (text: string, roster: readonly RosterEntry[] = ROSTER): string | undefined =>
  withNarrator(layOut(scanQuotes(text)), roster, [])[0].find(({ names }) => names.includes('我'))?.names[0];

const TOLD = '我站着。\n我看见阿九。我摇头。\n我走了。我没回头。\n';

describe('withNarrator', () => {
  it.each([
    ['names himself', `${TOLD}我叫江离，是个兵。`, '江离'],
    ['is called and never spoken of', `${TOLD}“江离，快走！”\n“队长，小心。”`, '江离'],
    ['is called once only', `${TOLD}“江离，快走！”`, undefined],
    ['is spoken of', `${TOLD}江离坐着。\n“江离，快走！”\n“队长，小心。”`, undefined],
    ['is not there', '阿九站着。\n“江离，快走！”\n“队长，小心。”', undefined],
    ['is somebody’s son', `${TOLD}我是江离的儿子。`, undefined],
  ])('the narrator %s', (_, text, name) => {
    expect(narrator(text)).toBe(name);
  });

  it('leaves a known narrator and a role 我 that stands alone', () => {
    const text = `${TOLD}“小鹿，快走！”\n“小鹿，小心。”`;
    expect(narrator(text, [...ROSTER, role('周野', '我')])).toBe('周野');
    expect(narrator(text, [role('我')])).toBe('我');
  });

  it('finds the narrator’s own name among discovered people', () => {
    const text = `我叫方小满，送外卖的。\n${TOLD}“谁？”我问。\n“我。”他说。\n我说：“进来。”\n我问：“冷吗？”`;
    const found = discoverRoster(scanQuotes(text), []).find(({ name }) => name === '方小满');
    expect(found?.aliases).toEqual(['我']);
    const said = suggestSpeakers({ paragraphs: scanQuotes(text), roster: [] });
    expect(said.map(({ candidates }) => candidates[0]?.name)).toContain('方小满');
    expect(said.map(({ candidates }) => candidates[0]?.name)).not.toContain('我');
  });
});

describe('a narrator with names', () => {
  const roster = [role('江离', '我', '队长'), role('阿九'), role('小鹿')];
  const text = `${TOLD}“队长，往哪边走？”小鹿问。\n“左边。”\n小鹿点头。阿九笑了。`;
  const answer = (): Suggestion | undefined =>
    suggestSpeakers({ paragraphs: scanQuotes(text), roster, discovered: [] })[1];

  it('answers when he is called by one of them', () => {
    expect(answer()?.candidates[0]?.name).toBe('江离');
  });
});
