/** What a key asks of the review. */
export type ReviewCommand =
  | { readonly do: 'take'; readonly index: number }
  | { readonly do: 'move'; readonly steps: number }
  | { readonly do: 'narrate' | 'search' | 'skip' | 'undo' };

/** A key as the browser tells it, with where it was pressed. */
export interface ReviewKey {
  readonly key: string;
  readonly code: string;
  readonly ctrl: boolean;
  readonly alt: boolean;
  /** In a field or a menu keys have their own meaning; on a button Enter and Space have. */
  readonly target: 'field' | 'control' | 'page';
}

/** The keys of the review in words, in the order of the help. */
export const reviewKeyWords: readonly (readonly [key: string, words: string])[] = [
  ['1 2 3', '选这个人'],
  ['Enter', '选第一个'],
  ['0', '不是台词，按旁白读'],
  ['R', '选别的角色'],
  ['S', '跳过'],
  ['Z', '撤销'],
  ['↑ ↓', '上一行、下一行'],
];

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** What a key means, or null. Letters count by their place too, so that an input method cannot swallow them. */
export function reviewCommand({ key, code, ctrl, alt, target }: ReviewKey): ReviewCommand | null {
  if (target === 'field' || alt) return null;
  if (ctrl) return key.toLowerCase() === 'z' ? { do: 'undo' } : null;
  if (target === 'control' && (key === 'Enter' || key === ' ')) return null;
  if (key === 'Enter') return { do: 'take', index: 0 };
  const digit = /^(?:Digit|Numpad)([0-3])$/.exec(code)?.[1] ?? (/^[0-3]$/.test(key) ? key : undefined);
  if (digit !== undefined)
    return digit === '0' ? { do: 'narrate' } : { do: 'take', index: Number(digit) - 1 };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step !== undefined) return { do: 'move', steps: step };
  switch (/^Key([A-Z])$/.exec(code)?.[1] ?? key.toUpperCase()) {
    case 'R':
      return { do: 'search' };
    case 'S':
      return { do: 'skip' };
    case 'Z':
      return { do: 'undo' };
    default:
      return null;
  }
}
