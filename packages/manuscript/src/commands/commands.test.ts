import { history, undo } from 'prosemirror-history';
import type { Node } from 'prosemirror-model';
import { EditorState, TextSelection } from 'prosemirror-state';
import type { Command } from 'prosemirror-state';
import { describe, expect, it } from 'vitest';
import { serialiseManuscript } from '../codec/serialise.ts';
import { linesOf } from '../queries/lines.ts';
import type { LineInfo } from '../queries/lines.ts';
import { manuscriptSchema } from '../schema/schema.ts';
import { paginate } from '../schema/pages.ts';
import { countingIds } from '../testing/arbitrary-manuscript.ts';
import { manuscriptFromText, manuscriptToText } from '../text/plain.ts';
import { alternate, applySuggestions, assignRole } from './assign-role.ts';
import { detectAll } from './detect-all.ts';
import { insertAppearance, insertAside, insertPause } from './insert.ts';
import { joinBackwardAcrossPages, joinForwardAcrossPages } from './join-across-pages.ts';
import { replaceRole } from './replace-role.ts';
import { mergeLines, splitLine } from './split-merge.ts';
import { toggleDialogue } from './toggle-dialogue.ts';
import { uniqueLineIds } from './unique-line-ids.ts';

const SCENE = '祥子来了。\n“走，”他说，“现在就走。”\n“好。”\n' + '虎妞想着不对劲的事情';

class Desk {
  state: EditorState;
  readonly ids = countingIds('new');

  constructor(text: string = SCENE) {
    this.state = EditorState.create({
      doc: manuscriptFromText(text, countingIds('L')),
      plugins: [history()],
    });
  }

  /** Selects the first occurrence of a text; with `|` in it, puts the cursor there instead. */
  select(wanted: string): this {
    const text = wanted.replace('|', '');
    let from = -1;
    this.state.doc.descendants((node, pos) => {
      const at = node.isTextblock ? node.textContent.indexOf(text) : -1;
      if (from < 0 && at >= 0) from = pos + 1 + at;
    });
    const bar = wanted.indexOf('|');
    const [anchor, head] = bar >= 0 ? [from + bar, from + bar] : [from, from + text.length];
    return this.selectRange(anchor, head);
  }

  selectRange(anchor: number, head: number): this {
    this.state = this.state.apply(
      this.state.tr.setSelection(TextSelection.create(this.state.doc, anchor, head)),
    );
    return this;
  }

  run(command: Command): boolean {
    return command(this.state, (tr) => {
      this.state = this.state.apply(tr);
    });
  }

  lines(): LineInfo[] {
    return linesOf(this.state.doc);
  }

  line(id: string): LineInfo {
    const found = this.lines().find((line) => line.lineId === id);
    if (found === undefined) throw new Error(`no line ${id}`);
    return found;
  }

  text(): string {
    return manuscriptToText(this.state.doc, { inserted: false });
  }
}

describe('assignRole', () => {
  it('assigns named lines as a human decision, in one undo step', () => {
    const desk = new Desk();
    const before = desk.state.doc;
    expect(desk.run(assignRole('r1', { lineIds: ['L1', 'L3'] }, desk.ids))).toBe(true);
    expect(desk.lines().map(({ roleId, origin }) => [roleId, origin])).toEqual([
      ['r1', 'human'],
      [null, 'rule'],
      ['r1', 'human'],
    ]);
    desk.run(undo);
    expect(desk.state.doc.eq(before)).toBe(true);
    expect(desk.run(assignRole('r1', { lineIds: ['nobody'] }, desk.ids))).toBe(false);
  });

  it('assigns what the selection or cursor touches', () => {
    const desk = new Desk();
    desk.select('走，”他说，“现');
    desk.run(assignRole('r1', 'selection', desk.ids));
    expect(desk.lines().map((line) => line.roleId)).toEqual(['r1', 'r1', null]);
    desk.select('“好|');
    desk.run(assignRole('r2', 'selection', desk.ids));
    expect(desk.line('L3').roleId).toBe('r2');
    desk.run(assignRole(null, 'selection', desk.ids));
    expect(desk.line('L3')).toMatchObject({ roleId: null, origin: 'human' });
  });

  it('makes a line of selected bare text, without the spaces around', () => {
    const desk = new Desk('前文 想着不对 后文');
    desk.select(' 想着不对 ');
    expect(desk.run(assignRole('r1', 'selection', desk.ids))).toBe(true);
    expect(desk.lines()).toMatchObject([
      { lineId: 'new1', roleId: 'r1', text: '想着不对', kind: 'dialogue', origin: 'human' },
    ]);
    expect(desk.select('前|文').run(assignRole('r1', 'selection', desk.ids))).toBe(false);
  });

  it('makes speech of a narration override that gets a role', () => {
    const desk = new Desk();
    desk.select('“好|').run(toggleDialogue(desk.ids));
    expect(desk.line('L3').kind).toBe('narration');
    desk.run(assignRole('r1', { lineIds: ['L3'] }, desk.ids));
    expect(desk.line('L3')).toMatchObject({ kind: 'dialogue', roleId: 'r1' });
  });
});

describe('applySuggestions', () => {
  it('fills lines of rules and models and leaves people’s alone', () => {
    const desk = new Desk();
    desk.run(assignRole('mine', { lineIds: ['L1'] }, desk.ids));
    const suggest = (lineId: string) => ({ lineId, roleId: 'r9', origin: 'model' as const, confidence: 0.8 });
    expect(desk.run(applySuggestions(['L1', 'L2'].map(suggest)))).toBe(true);
    expect(desk.line('L1')).toMatchObject({ roleId: 'mine', origin: 'human' });
    expect(desk.line('L2')).toMatchObject({ roleId: 'r9', origin: 'model', confidence: 0.8 });
    expect(desk.run(applySuggestions([suggest('L1')]))).toBe(false);
    expect(desk.run(applySuggestions([suggest('L2')]))).toBe(false);
  });
});

describe('alternate and replaceRole', () => {
  it('gives two roles in turn', () => {
    const desk = new Desk();
    desk.run(alternate(['L3', 'L1', 'L2'], 'a', 'b'));
    expect(desk.lines().map((line) => line.roleId)).toEqual(['a', 'b', 'a']);
  });

  it('moves lines and appearances to another role or to none', () => {
    const desk = new Desk();
    desk.run(alternate(['L1', 'L2'], 'a', 'b'));
    desk.select('祥子|').run(insertAppearance('a', 'x1'));
    expect(desk.run(replaceRole('a', 'c'))).toBe(true);
    expect(desk.lines().map((line) => line.roleId)).toEqual(['c', 'b', null]);
    expect(serialiseManuscript(desk.state.doc, null)).toContain('<i data-appearance="x1" data-role="c"></i>');
    desk.run(replaceRole('c', null));
    expect(desk.lines().map((line) => line.roleId)).toEqual([null, 'b', null]);
    expect(serialiseManuscript(desk.state.doc, null)).not.toContain('data-appearance');
    expect(desk.run(replaceRole('nobody', 'c'))).toBe(false);
  });
});

describe('toggleDialogue and detectAll', () => {
  it('turns a quotation into a narration override that detection respects, and back', () => {
    const desk = new Desk();
    desk.select('“好|').run(toggleDialogue(desk.ids));
    expect(desk.line('L3')).toMatchObject({ kind: 'narration', origin: 'human', roleId: null });
    expect(desk.run(detectAll(desk.ids))).toBe(false);
    desk.run(toggleDialogue(desk.ids));
    expect(desk.line('L3').kind).toBe('dialogue');
  });

  it('takes other lines away and makes a line of bare text', () => {
    const desk = new Desk();
    desk.select('虎妞|').run(toggleDialogue(desk.ids));
    expect(desk.line('new1')).toMatchObject({
      text: '虎妞想着不对劲的事情',
      kind: 'dialogue',
      origin: 'human',
      roleId: null,
    });
    desk.run(toggleDialogue(desk.ids));
    expect(desk.lines()).toHaveLength(3);
  });

  it('takes the quotation around the cursor that detection thought a term', () => {
    const desk = new Desk('他渴念着他的“俄罗斯母亲”了，便去了。');
    expect(desk.lines()).toEqual([]);
    desk.select('俄罗|斯').run(toggleDialogue(desk.ids));
    expect(desk.lines()).toMatchObject([{ text: '“俄罗斯母亲”' }]);
  });

  it('never takes part of another line into a quotation around the cursor', () => {
    const desk = new Desk('“走。”他');
    desk.select('“走|').run(insertAside(1, '哼"', desk.ids));
    expect(desk.select('他|').run(toggleDialogue(desk.ids))).toBe(false);
    expect(desk.text()).toBe('“走。”他');
  });

  it('finds speech again only where nothing is marked', () => {
    const desk = new Desk();
    desk.state = desk.state.apply(
      desk.state.tr.removeMark(0, desk.line('L2').to, manuscriptSchema.marks.line),
    );
    expect(desk.run(detectAll(desk.ids))).toBe(true);
    expect(desk.lines().map((line) => line.lineId)).toEqual(['new1', 'new2', 'L3']);
  });

  it('leaves inserted text alone', () => {
    const desk = new Desk();
    desk.select('“好|').run(insertAside(1, '哼', desk.ids));
    expect(desk.select('哼|').run(toggleDialogue(desk.ids))).toBe(false);
  });
});

describe('splitLine and mergeLines', () => {
  it('cuts a line at the cursor and joins it again', () => {
    const desk = new Desk();
    const before = desk.lines();
    desk.select('现在|就走').run(splitLine(desk.ids));
    expect(desk.lines().map(({ lineId, text }) => [lineId, text])).toEqual([
      ['L1', '“走，”'],
      ['L2', '“现在'],
      ['new1', '就走。”'],
      ['L3', '“好。”'],
    ]);
    expect(desk.run(mergeLines())).toBe(true);
    expect(desk.lines().map(({ lineId, text }) => [lineId, text])).toEqual(
      before.map(({ lineId, text }) => [lineId, text]),
    );
  });

  it('does nothing outside or at the ends of a line', () => {
    const desk = new Desk();
    expect(desk.select('祥|子').run(splitLine(desk.ids))).toBe(false);
    expect(desk.select('|“好').run(splitLine(desk.ids))).toBe(false);
    expect(desk.select('“好').run(splitLine(desk.ids))).toBe(false);
  });

  it('joins over narration only when both lines are selected', () => {
    const desk = new Desk();
    expect(desk.select('走|，').run(mergeLines())).toBe(false);
    expect(desk.select('走，”他说，“现').run(mergeLines())).toBe(true);
    expect(desk.lines()[0]).toMatchObject({
      lineId: 'L1',
      text: '“走，”他说，“现在就走。”',
      origin: 'human',
    });
  });

  it('never joins inserted text with the author’s', () => {
    const desk = new Desk();
    desk.select('“好|').run(insertAside(1, '哼', desk.ids));
    expect(desk.select('好。”哼').run(mergeLines())).toBe(false);
    expect(desk.select('好|').run(mergeLines())).toBe(false);
  });
});

describe('insertions', () => {
  it('write an OS before or after a line with its role, apart from the author’s text', () => {
    const desk = new Desk();
    const author = desk.text();
    desk.run(assignRole('r1', { lineIds: ['L3'] }, desk.ids));
    desk.select('“好|').run(insertAside(0, ' 这人\n真怪 ', desk.ids));
    desk.select('“好|').run(insertAside(1, '哼', desk.ids));
    expect(
      desk
        .lines()
        .slice(2)
        .map(({ text, kind, roleId, inserted }) => [text, kind, roleId, inserted]),
    ).toEqual([
      ['这人 真怪', 'aside', 'r1', true],
      ['“好。”', 'dialogue', 'r1', false],
      ['哼', 'aside', 'r1', true],
    ]);
    expect(desk.text()).toBe(author);
    expect(manuscriptToText(desk.state.doc, { inserted: true })).toContain('这人 真怪“好。”哼');
    expect(desk.select('祥|子').run(insertAside(0, '哼', desk.ids))).toBe(false);
    expect(desk.select('“好|').run(insertAside(0, ' \n', desk.ids))).toBe(false);
  });

  it('set pauses and appearances without breaking a line', () => {
    const desk = new Desk();
    desk.select('现在|就走').run(insertPause(500, 'p1'));
    desk.select('祥子').run(insertAppearance('r1', 'x1'));
    expect(desk.line('L2').text).toBe('“现在就走。”');
    expect(desk.lines()).toHaveLength(3);
    expect(serialiseManuscript(desk.state.doc, null)).toContain(
      '祥子<i data-appearance="x1" data-role="r1"></i>来了',
    );
    expect(desk.run(insertPause(-1, 'p2'))).toBe(false);
    expect(desk.run(insertPause(1.5, 'p2'))).toBe(false);
    expect(desk.run(insertPause(1, '"'))).toBe(false);
    expect(desk.run(insertAppearance('', 'x'))).toBe(false);
  });
});

describe('joining across pages', () => {
  function onPages(): Desk {
    const desk = new Desk('甲“一”\n乙“二”\n丙“三”');
    const paragraphs: Node[] = [];
    desk.state.doc.descendants((node) => {
      if (node.isTextblock) paragraphs.push(node);
    });
    desk.state = EditorState.create({ doc: paginate(paragraphs, 2), plugins: [history()] });
    return desk;
  }

  it.each([
    ['|丙', joinBackwardAcrossPages],
    ['“二”|', joinForwardAcrossPages],
  ])('at %s joins the paragraphs, keeps marks and puts the cursor at the seam', (cursor, command) => {
    const desk = onPages();
    const before = desk.state.doc;
    expect(desk.select(cursor).run(command)).toBe(true);
    desk.state.doc.check();
    expect(desk.text()).toBe('甲“一”\n乙“二”丙“三”');
    expect(desk.lines().map((line) => line.text)).toEqual(
      ['“一”', '“二”', '“三”'].slice(0, desk.lines().length),
    );
    expect(desk.state.selection.$from.parent.textBetween(0, desk.state.selection.$from.parentOffset)).toBe(
      '乙“二”',
    );
    desk.run(undo);
    expect(desk.state.doc.eq(before)).toBe(true);
  });

  it('leaves every other place to the usual keys', () => {
    const desk = onPages();
    expect(desk.select('|甲').run(joinBackwardAcrossPages)).toBe(false);
    expect(desk.select('|乙').run(joinBackwardAcrossPages)).toBe(false);
    expect(desk.select('丙|').run(joinBackwardAcrossPages)).toBe(false);
    expect(desk.select('“一”|').run(joinForwardAcrossPages)).toBe(false);
    expect(desk.select('“三”|').run(joinForwardAcrossPages)).toBe(false);
  });
});

describe('uniqueLineIds', () => {
  it('gives copies new ids and lets the original keep its own, wherever the copy lands', () => {
    const desk = new Desk();
    const original = desk.line('L3');
    const copied = desk.state.doc.slice(original.from, original.to);
    const paste = desk.state.tr.replace(3, 3, copied);
    const pasted = desk.state.apply(paste);
    const tr = pasted.tr;
    expect(uniqueLineIds(tr, desk.ids, { doc: desk.state.doc, mapping: paste.mapping })).toBe(true);
    expect(linesOf(tr.doc).map((line) => line.lineId)).toEqual(['new1', 'L1', 'L2', 'L3']);
    const blind = pasted.tr;
    uniqueLineIds(blind, desk.ids);
    expect(linesOf(blind.doc).map((line) => line.lineId)).toEqual(['L3', 'L1', 'L2', 'new2']);
  });

  it('tells the halves of a split paragraph apart and leaves the rest alone', () => {
    const desk = new Desk();
    const at = desk.line('L3').from + 2;
    desk.state = desk.state.apply(desk.state.tr.split(at));
    const tr = desk.state.tr;
    expect(uniqueLineIds(tr, desk.ids)).toBe(true);
    expect(linesOf(tr.doc).map((line) => line.lineId)).toEqual(['L1', 'L2', 'L3', 'new1']);
    expect(uniqueLineIds(EditorState.create({ doc: tr.doc }).tr, desk.ids)).toBe(false);
  });
});
