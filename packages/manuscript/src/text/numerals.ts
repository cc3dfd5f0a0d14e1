const DIGITS: Readonly<Record<string, number>> = {
  零: 0,
  〇: 0,
  '○': 0,
  一: 1,
  壹: 1,
  二: 2,
  两: 2,
  兩: 2,
  贰: 2,
  三: 3,
  叁: 3,
  四: 4,
  肆: 4,
  五: 5,
  伍: 5,
  六: 6,
  陆: 6,
  七: 7,
  柒: 7,
  八: 8,
  捌: 8,
  九: 9,
  玖: 9,
};
const UNITS: Readonly<Record<string, number>> = {
  十: 10,
  拾: 10,
  百: 100,
  佰: 100,
  千: 1000,
  仟: 1000,
  万: 10000,
  萬: 10000,
};
const TENS: Readonly<Record<string, number>> = { 廿: 20, 卅: 30, 卌: 40 };

/** The characters that a heading's number may be written with, as the inside of a character class. */
export const NUMERAL_CLASS = '0-9０-９零〇○一壹二两兩贰三叁四肆五伍六陆七柒八捌九玖十拾百佰千仟万萬廿卅卌';

/** The value of a number in ASCII, full-width or Chinese digits (一百二十, 一二〇, 廿三), or null when it is none. */
export function numeralValue(text: string): number | null {
  const ascii = text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0));
  if (/^\d{1,9}$/.test(ascii)) return Number(ascii);
  const characters = [...text];
  if (characters.length === 0) return null;
  if (characters.every((character) => DIGITS[character] !== undefined)) {
    return characters.reduce((value, character) => value * 10 + (DIGITS[character] ?? 0), 0);
  }
  let total = 0;
  let section = 0;
  let digit: number | null = null;
  for (const character of characters) {
    const unit = UNITS[character];
    const ten = TENS[character];
    if (DIGITS[character] !== undefined) digit = DIGITS[character];
    else if (ten !== undefined) section += ten;
    else if (unit === 10000) {
      total += (section + (digit ?? 0)) * unit;
      section = 0;
      digit = null;
    } else if (unit !== undefined) {
      section += (digit ?? 1) * unit;
      digit = null;
    } else return null;
  }
  return total + section + (digit ?? 0);
}
