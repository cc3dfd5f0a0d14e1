import { NAME_ENDERS, NAME_ENDING_WORDS, OPENERS, STOP_WORDS } from './function-words.ts';
import { ANONYMOUS_WORDS, GROUP_WORDS, surnameLength, TITLES } from './person-words.ts';
import { speechVerbEnding } from './speech-verbs.ts';

const OPENER_SET = new Set(OPENERS);
const NOBODY = new Set([...GROUP_WORDS, ...ANONYMOUS_WORDS]);

/** Length of the connectives and time words that open the clause [from, to). */
export function openersAt(text: string, from: number, to: number): number {
  let at = from;
  for (let found = true; found;) {
    const opener = OPENERS.find((word) => text.startsWith(word, at) && at + word.length < to);
    found = opener !== undefined;
    at += opener?.length ?? 0;
  }
  return at - from;
}

/** The name-like words that open a clause: up to the first character or word that no name holds; null when none fit. */
export function nameHead(text: string, from: number, to: number): string | null {
  const limit = Math.min(to, from + 7);
  // 有二伯: a rank makes the kinship a name whatever stands before it.
  const ranked = /^[\u4e00-\u9fff][大二三四五六七八九][伯叔爷哥姐嫂婶姑姨舅](?:子|太太|奶奶)?/.exec(
    text.slice(from, limit),
  );
  if (ranked !== null && !/^[我你他她的了]/.test(ranked[0])) return valid(ranked[0]);
  for (const title of TITLES) {
    for (let at = from + 1; at <= from + 3 && at + title.length <= limit; at++) {
      if (text.startsWith(title, at) && !hasEnder(text, from, at))
        return valid(text.slice(from, at + title.length));
    }
  }
  let end = from;
  while (end < limit && !NAME_ENDERS.has(text.charAt(end)) && !(end > from && endsName(text, end))) end++;
  if (end === limit && limit < to) return null;
  return valid(text.slice(from, end));
}

function hasEnder(text: string, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (NAME_ENDERS.has(text.charAt(i))) return true;
  return false;
}

function endsName(text: string, at: number): boolean {
  return NAME_ENDING_WORDS.has(text.slice(at, at + 2)) || NAME_ENDING_WORDS.has(text.slice(at, at + 3));
}

function valid(head: string): string | null {
  if (head.length < 2 || head.length > 6 || head.endsWith('一') || STOP_WORDS.has(head) || NOBODY.has(head))
    return null;
  if (
    NAME_ENDING_WORDS.has(head) ||
    OPENER_SET.has(head) ||
    (head.charAt(0) === head.charAt(1) && head.length === 2 && !surnameLength(head))
  )
    return null;
  if (speechVerbEnding(head, 0, head.length) === 0) return null;
  if (/[声然地]$|声地/.test(head)) return null;
  return /^[\u3007\u4e00-\u9fffA-Za-zＡ-Ｚａ-ｚ·]*[\u4e00-\u9fff·][\u3007\u4e00-\u9fffA-Za-zＡ-Ｚａ-ｚ·]*$/.test(
    head,
  )
    ? head
    : null;
}
