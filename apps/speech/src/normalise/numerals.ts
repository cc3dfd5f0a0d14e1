const DIGITS = '零一二三四五六七八九';
const SMALL_UNITS = ['', '十', '百', '千'];
const LARGE_UNITS = ['', '万', '亿', '万亿'];
/** Longer runs of digits are codes, not quantities. */
const LONGEST_CARDINAL = 16;

/** Digits one by one, as in years: "1919" → 一九一九. */
export function digitByDigit(digits: string): string {
  return digits.replace(/\d/g, (digit) => DIGITS[Number(digit)] ?? '');
}

/** Digits as on the telephone, where 1 is 幺. */
export function telephoneDigits(digits: string): string {
  return digitByDigit(digits).replaceAll('一', '幺');
}

/** A whole number in words: "10500" → 一万零五百. Codes (leading zero, over 16 digits) are read digit by digit. */
export function cardinal(digits: string): string {
  if (/^0\d/.test(digits) || digits.length > LONGEST_CARDINAL) return digitByDigit(digits);
  if (Number(digits) === 0) return '零';
  const groups = fourDigitGroups(digits);
  let words = '';
  let gap = false;
  groups.forEach((group, i) => {
    const value = Number(group);
    if (value === 0) {
      gap = words !== '';
      return;
    }
    if (words !== '' && (gap || value < 1000)) words += '零';
    words += belowTenThousand(value) + (LARGE_UNITS[groups.length - 1 - i] ?? '');
    gap = false;
  });
  return spokenTwo(words.replace(/^一十/, '十'));
}

/** A number with an optional sign and decimals in words: "-3.14" → 负三点一四. */
export function numberInWords(text: string): string {
  const [, sign = '', whole = '', decimals] = /^([-−+]?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  const prefix = sign === '' || sign === '+' ? '' : '负';
  return prefix + cardinal(whole) + (decimals === undefined ? '' : `点${digitByDigit(decimals)}`);
}

function fourDigitGroups(digits: string): string[] {
  const first = digits.length % 4;
  const groups = first === 0 ? [] : [digits.slice(0, first)];
  for (let at = first; at < digits.length; at += 4) groups.push(digits.slice(at, at + 4));
  return groups;
}

function belowTenThousand(value: number): string {
  const digits = String(value);
  let words = '';
  let gap = false;
  for (let i = 0; i < digits.length; i += 1) {
    const digit = Number(digits[i]);
    if (digit === 0) {
      gap = true;
      continue;
    }
    if (gap) words += '零';
    gap = false;
    words += (DIGITS[digit] ?? '') + (SMALL_UNITS[digits.length - 1 - i] ?? '');
  }
  return words;
}

/** People say 两千, 两万, 两亿, but 二十 and 二百. */
function spokenTwo(words: string): string {
  return words.replace(/(?<![十百千])二(?=[千万亿])/g, '两');
}
