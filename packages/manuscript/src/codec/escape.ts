import { ManuscriptError } from './manuscript-error.ts';

// Characters that no store or transport may touch are written as hexadecimal references: controls but tab,
// the delete and C1 block, lone surrogates, and the two non-characters of the basic plane.
const REFERENCED =
  /[\0-\x08\x0a-\x1f\x7f-\x9f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const TEXT_SPECIAL = new RegExp(`[&<>]|${REFERENCED.source}`);
const TEXT_SPECIALS = new RegExp(TEXT_SPECIAL.source, 'g');
const ATTRIBUTE_SPECIAL = new RegExp(`"|${TEXT_SPECIAL.source}`);
const ATTRIBUTE_SPECIALS = new RegExp(ATTRIBUTE_SPECIAL.source, 'g');
const ENTITY = /&(?:(amp|lt|gt|quot)|#x([0-9a-f]{1,4}));/y;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

function escapeOne(character: string): string {
  switch (character) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '"':
      return '&quot;';
    default:
      return `&#x${character.charCodeAt(0).toString(16)};`;
  }
}

export function escapeText(text: string): string {
  return TEXT_SPECIAL.test(text) ? text.replace(TEXT_SPECIALS, escapeOne) : text;
}

export function escapeAttribute(text: string): string {
  return text.replace(ATTRIBUTE_SPECIALS, escapeOne);
}

/**
 * The text behind `raw`, which stands at `offset` of the HTML; `quote` says whether `"` is written as an entity.
 * Refuses every spelling but the one that `escapeText` or `escapeAttribute` writes.
 */
export function unescape(raw: string, offset: number, quote: boolean): string {
  if (!raw.includes('&')) {
    refuseUnescaped(raw, offset, quote);
    return raw;
  }
  let out = '';
  let at = 0;
  for (;;) {
    const next = raw.indexOf('&', at);
    const plain = next < 0 ? raw.slice(at) : raw.slice(at, next);
    refuseUnescaped(plain, offset + at, quote);
    out += plain;
    if (next < 0) break;
    ENTITY.lastIndex = next;
    const match = ENTITY.exec(raw);
    if (match === null) throw new ManuscriptError('BAD_ENTITY', offset + next);
    out +=
      match[1] === undefined ? String.fromCharCode(parseInt(match[2] ?? '', 16)) : (NAMED[match[1]] ?? '');
    at = ENTITY.lastIndex;
  }
  // References may only stand for what must be referenced, and two halves of a pair must not be written apart.
  const rewritten = quote ? escapeAttribute(out) : escapeText(out);
  if (rewritten !== raw) throw new ManuscriptError('NOT_CANONICAL', offset + firstDifference(rewritten, raw));
  return out;
}

function refuseUnescaped(plain: string, offset: number, quote: boolean): void {
  const match = (quote ? ATTRIBUTE_SPECIAL : TEXT_SPECIAL).exec(plain);
  if (match !== null) throw new ManuscriptError('BAD_CHARACTER', offset + match.index);
}

function firstDifference(left: string, right: string): number {
  let at = 0;
  while (at < left.length && left[at] === right[at]) at += 1;
  return at;
}
