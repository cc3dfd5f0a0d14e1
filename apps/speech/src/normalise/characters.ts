const CIRCLED_ONE = 0x2460;
const ROMAN_ONE = 0x2160;
const NAMED: ReadonlyMap<string, string> = new Map([
  ['〇', '零'],
  ['％', '%'],
  ['＋', '+'],
  ['－', '-'],
  ['＄', '$'],
  ['&', '和'],
  ['＆', '和'],
  ['+', '加'],
  ['=', '等于'],
  ['×', '乘'],
  ['÷', '除以'],
  ['℃', '°C'],
  ['㎡', 'm²'],
  ['㎏', 'kg'],
  ['㎝', 'cm'],
  ['㎜', 'mm'],
  ['㎞', 'km'],
  ['々', ''],
]);

/**
 * One form for each sign before anything is read: full-width letters and digits become ASCII, ①…⑳ and Ⅰ…Ⅻ become
 * digits, unit ligatures are spelled out, 々 repeats the character before it.
 */
export function plainCharacters(text: string): string {
  return text
    .replace(/(\p{Script=Han})々/gu, '$1$1')
    .replace(/[０-９Ａ-Ｚａ-ｚ：．／～]/g, narrow)
    .replace(/[①-⑳]/g, (sign) => String(sign.charCodeAt(0) - CIRCLED_ONE + 1))
    .replace(/[Ⅰ-Ⅻ]/g, (sign) => String(sign.charCodeAt(0) - ROMAN_ONE + 1))
    .replace(/[〇％＋－＄℃㎡㎏㎝㎜㎞々]/g, (sign) => NAMED.get(sign) ?? sign)
    .replace(/(?<=\d\s*)[+=×÷](?=\s*\d)/g, (sign) => NAMED.get(sign) ?? sign)
    .replace(/(?<=[\p{L}\d]\s*)[&＆](?=\s*[\p{L}\d])/gu, '和');
}

function narrow(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) - 0xfee0);
}
