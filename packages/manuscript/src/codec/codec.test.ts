import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chapterMarkerOf, stripChapterMarker } from './chapter-marker.ts';
import { contentHash } from './content-hash.ts';
import { ManuscriptError } from './manuscript-error.ts';
import { parseManuscript } from './parse.ts';
import { serialiseManuscript } from './serialise.ts';
import { lineMark, manuscriptSchema } from '../schema/schema.ts';
import { paginate } from '../schema/pages.ts';
import { arbitraryManuscript } from '../testing/arbitrary-manuscript.ts';

const SPAN = '<span data-line="l1" data-role="r1" data-kind="dialogue" data-origin="human">';

function codeOf(html: string): string {
  try {
    parseManuscript(html);
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ManuscriptError)) throw error;
    expect(error.offset).toBeGreaterThanOrEqual(0);
    expect(error.offset).toBeLessThanOrEqual(html.length);
    expect(error.message).toMatch(/稿件格式有误.*请/);
    return error.code;
  }
}

describe('Manuscript HTML', () => {
  it('reads back every document that it writes, and writes it the same again', () => {
    fc.assert(
      fc.property(arbitraryManuscript, fc.option(fc.constantFrom('c1', '0190-ab.c:d')), (doc, chapterId) => {
        const html = serialiseManuscript(doc, chapterId);
        const parsed = parseManuscript(html);
        expect(parsed.chapterId).toBe(chapterId);
        expect(parsed.doc.eq(doc)).toBe(true);
        parsed.doc.check();
        expect(serialiseManuscript(parsed.doc, chapterId)).toBe(html);
      }),
      { numRuns: 300 },
    );
  });

  it('holds no raw control character, line end or lone surrogate, whatever the text holds', () => {
    fc.assert(
      fc.property(arbitraryManuscript, (doc) => {
        const html = serialiseManuscript(doc, null);
        expect(html).not.toMatch(/[\0-\x08\x0a-\x1f\x7f-\x9f]/);
        expect(html.isWellFormed()).toBe(true);
      }),
    );
  });

  it('answers any text with a document in its one spelling or a ManuscriptError', () => {
    const token = fc.constantFrom(
      '<p>',
      '</p>',
      SPAN,
      '</span>',
      '<i data-pause="a" data-ms="5"></i>',
      '你',
      '&amp;',
      '&',
      '"',
      '<i data-chapter-id="c"></i>',
      '&#x1;',
    );
    const soup = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(token, { maxLength: 12 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(soup, (html) => {
        if (codeOf(html) !== 'accepted') return;
        const { chapterId, doc } = parseManuscript(html);
        expect(serialiseManuscript(doc, chapterId)).toBe(html);
      }),
      { numRuns: 2000 },
    );
  });

  it('answers a damaged document the same way', () => {
    fc.assert(
      fc.property(
        arbitraryManuscript,
        fc.nat(),
        fc.nat(6),
        fc.constantFrom('', '<', '"', '&', ' ', 'x'),
        (doc, at, cut, put) => {
          const html = serialiseManuscript(doc, 'c1');
          const from = at % (html.length + 1);
          const damaged = html.slice(0, from) + put + html.slice(from + cut);
          if (codeOf(damaged) !== 'accepted') return;
          const parsed = parseManuscript(damaged);
          expect(serialiseManuscript(parsed.doc, parsed.chapterId)).toBe(damaged);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each([
    ['', 'EMPTY'],
    ['<i data-chapter-id="c1"></i>', 'EMPTY'],
    ['<div>a</div>', 'BAD_TAG'],
    ['<p>a</p>\n', 'BAD_TAG'],
    ['<p>a<script>x</script></p>', 'BAD_TAG'],
    ['<p onclick="x">a</p>', 'BAD_TAG'],
    ['<p>a<br></p>', 'BAD_TAG'],
    ['<p>a', 'UNCLOSED'],
    [`<p>${SPAN}a</p>`, 'BAD_NESTING'],
    [`<p>${SPAN}a${SPAN}b</span></span></p>`, 'BAD_NESTING'],
    ['<p>a<p>b</p></p>', 'BAD_NESTING'],
    ['<p>a</span></p>', 'BAD_NESTING'],
    [`<p>${SPAN}</span></p>`, 'NOT_CANONICAL'],
    [`<p>${SPAN}a</span>${SPAN}b</span></p>`, 'NOT_CANONICAL'],
    [
      '<p><span data-line="l1" style="x" data-kind="dialogue" data-origin="human">a</span></p>',
      'BAD_ATTRIBUTE',
    ],
    ['<p><span data-line="l 1" data-kind="dialogue" data-origin="human">a</span></p>', 'BAD_ATTRIBUTE'],
    ['<p><span data-line="l1" data-kind="song" data-origin="human">a</span></p>', 'BAD_ATTRIBUTE'],
    ['<p><span data-line="l1" data-kind="aside" data-origin="god">a</span></p>', 'BAD_ATTRIBUTE'],
    [
      '<p><span data-line="l1" data-kind="aside" data-origin="rule" data-confidence="0.50">a</span></p>',
      'BAD_ATTRIBUTE',
    ],
    [
      '<p><span data-line="l1" data-kind="aside" data-origin="rule" data-confidence="1.5">a</span></p>',
      'BAD_ATTRIBUTE',
    ],
    ['<p><i data-pause="p" data-ms="05"></i></p>', 'BAD_ATTRIBUTE'],
    ['<p><i data-pause="p" data-ms="600001"></i></p>', 'BAD_ATTRIBUTE'],
    ['<p><i data-pause="p" data-label="x"></i></p>', 'BAD_ATTRIBUTE'],
    ['<p><i data-chapter-id="c1"></i>a</p>', 'BAD_ATTRIBUTE'],
    ['<p>a & b</p>', 'BAD_ENTITY'],
    ['<p>&nbsp;</p>', 'BAD_ENTITY'],
    ['<p>&quot;</p>', 'NOT_CANONICAL'],
    ['<p>&#x41;</p>', 'NOT_CANONICAL'],
    ['<p>&#x01;</p>', 'NOT_CANONICAL'],
    ['<p>&#xd83d;&#xde00;</p>', 'NOT_CANONICAL'],
    ['<p>a > b</p>', 'BAD_CHARACTER'],
    ['<p>a\nb</p>', 'BAD_CHARACTER'],
  ])('refuses %j as %s', (html, code) => {
    expect(codeOf(html)).toBe(code);
  });

  it('refuses to write ids that could not be read back', () => {
    const bad = lineMark({
      lineId: '"><',
      roleId: null,
      kind: 'dialogue',
      origin: 'human',
      confidence: null,
      inserted: false,
    });
    const doc = paginate([manuscriptSchema.nodes.paragraph.create(null, manuscriptSchema.text('a', [bad]))]);
    expect(() => serialiseManuscript(doc, null)).toThrow(ManuscriptError);
    expect(() => serialiseManuscript(paginate([]), '"')).toThrow(ManuscriptError);
  });
});

describe('the chapter marker', () => {
  it('is read and stripped', () => {
    const html = serialiseManuscript(paginate([]), 'c9');
    expect(html).toBe('<i data-chapter-id="c9"></i><p></p>');
    expect(chapterMarkerOf(html)).toBe('c9');
    expect(stripChapterMarker(html)).toBe('<p></p>');
    expect(chapterMarkerOf('<p></p>')).toBeNull();
    expect(stripChapterMarker('<p></p>')).toBe('<p></p>');
    expect(chapterMarkerOf('<i data-chapter-id="a b"></i><p></p>')).toBeNull();
  });
});

describe('contentHash', () => {
  it('is SHA-256 of the UTF-8 bytes', () => {
    expect(contentHash('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(contentHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(contentHash('呐喊')).not.toBe(contentHash('吶喊'));
  });
});
