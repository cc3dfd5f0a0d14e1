import { cardinal, digitByDigit, numberInWords, telephoneDigits } from './numerals.ts';

const NUMBER = String.raw`\d+(?:\.\d+)?`;

/** Written units and their spoken form; longer ones first. */
const UNITS: readonly (readonly [string, string])[] = [
  ['km/h', '公里每小时'],
  ['m/s', '米每秒'],
  ['km²', '平方公里'],
  ['m²', '平方米'],
  ['m³', '立方米'],
  ['°C', '摄氏度'],
  ['℃', '摄氏度'],
  ['°F', '华氏度'],
  ['km', '公里'],
  ['cm', '厘米'],
  ['mm', '毫米'],
  ['kg', '公斤'],
  ['mg', '毫克'],
  ['ml', '毫升'],
  ['mL', '毫升'],
  ['kW', '千瓦'],
  ['Hz', '赫兹'],
  ['GB', 'G B'],
  ['MB', 'M B'],
  ['°', '度'],
  ['m', '米'],
  ['g', '克'],
  ['L', '升'],
  ['V', '伏'],
  ['W', '瓦'],
  ['h', '小时'],
  ['s', '秒'],
];
const SPOKEN_UNIT = new Map(UNITS);
const UNIT = UNITS.map(([written]) => written).join('|');

/** Words that make a 2 before them 两. Dates, floors and ordinals (月 日 号 楼 层) keep 二. */
const MEASURES =
  '个|只|条|张|位|名|次|年|天|周|小时|分钟|秒|人|岁|块|元|本|份|倍|斤|公斤|米|公里|厘米|步|口|句|字|把|件|间|座|颗|棵|根|支|枝|枚|辆|艘|架|匹|头|双|对|套|杯|碗|瓶|盒|箱|包|袋|趟|遍|回|场|声|眼|下|度|种|样|家|股|道|片|滴|排|队|群|尺|寸|丈|里|亩|吨|克|升|章|毛|角|篇|首|封|点';

/** One way of writing a quantity and how it is read. */
type Rule = readonly [pattern: RegExp, read: (...groups: string[]) => string];

const month = (text: string): string => cardinal(String(Number(text)));

/** In this order: what is more particular comes first; what has been read holds no digits any more. */
const RULES: readonly Rule[] = [
  [/(?<=\d),(?=\d{3}(?!\d))/g, () => ''],
  [
    /(?<!\d)(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/g,
    (_, year = '', _separator, m = '', d = '') => `${digitByDigit(year)}年${month(m)}月${month(d)}日`,
  ],
  [/(?<![\d:])([01]?\d|2[0-4]):([0-5]\d)(?::([0-5]\d))?(?![\d:])/g, (_, h = '', m = '', s) => clock(h, m, s)],
  [/(\d+):(\d+)/g, (_, a = '', b = '') => `${cardinal(a)}比${cardinal(b)}`],
  [/(?<![\d.])(1[3-9]\d)[- ]?(\d{4})[- ]?(\d{4})(?!\d)/g, (_, ...parts) => telephone(parts)],
  [/(?<!\d)(0\d{2,3})-(\d{7,8})(?!\d)/g, (_, ...parts) => telephone(parts)],
  [/(?<=[打拨呼][了通]?|电话[:：]?)(\d{3,8})(?!\d)/g, (_, digits = '') => telephoneDigits(digits)],
  [
    /(?<!\d)([12]\d{3})\s*[-~～—–至到]+\s*([12]\d{3})(?=年)/g,
    (_, a = '', b = '') => `${digitByDigit(a)}到${digitByDigit(b)}`,
  ],
  [/(?<![\d.])([1-9]0{3})(?=年(?:前|后|来|间|以))/g, (_, span = '') => cardinal(span)],
  [/(?<![\d.])([12]\d{3})(?=年)/g, (_, year = '') => digitByDigit(year)],
  [
    new RegExp(`([-−]?${NUMBER})\\s*[-~～—–]+\\s*([-−]?${NUMBER})\\s*%`, 'g'),
    (_, a = '', b = '') => `百分之${numberInWords(a)}到百分之${numberInWords(b)}`,
  ],
  [
    new RegExp(`((?<![\\dA-Za-z])[-−])?(${NUMBER})\\s*%`, 'g'),
    (_, sign, n = '') => `${minus(sign)}百分之${numberInWords(n)}`,
  ],
  [new RegExp(`(${NUMBER})\\s*‰`, 'g'), (_, n = '') => `千分之${numberInWords(n)}`],
  [
    new RegExp(`[¥￥]\\s*(${NUMBER})(?=([万亿]*))`, 'g'),
    (_, n = '', scale) => numberInWords(n) + (scale === '' ? '元' : ''),
  ],
  [new RegExp(`\\$\\s*(${NUMBER})`, 'g'), (_, n = '') => `${numberInWords(n)}美元`],
  [/(?<![\d/.])(\d{1,3})\/(\d{1,3})(?![\d/])/g, (_, a = '', b = '') => `${cardinal(b)}分之${cardinal(a)}`],
  [
    new RegExp(`(?<![\\d.])(${NUMBER})\\s*(?:[~～]|(?<=\\d)[-—–]{1,2}(?=\\d))\\s*(?=${NUMBER})`, 'g'),
    (_, a = '') => `${numberInWords(a)}到`,
  ],
  [/第(\d+)/g, (_, n = '') => `第${ordinal(n)}`],
  [/(?<=[A-Za-z]-?)(\d{3,})/g, (_, digits = '') => digitByDigit(digits)],
  [/\d+(?:\.\d+){2,}/g, (version = '') => version.split('.').map(cardinal).join('点')],
  [
    new RegExp(`((?<![\\dA-Za-z])[-−])?(${NUMBER})\\s?(${UNIT})(?![A-Za-z])`, 'g'),
    (_, sign, n = '', unit = '') => minus(sign) + counted(n) + (SPOKEN_UNIT.get(unit) ?? unit),
  ],
  [new RegExp(`(?<![\\d.])2(?=(?:${MEASURES}|[千万亿]))`, 'g'), () => '两'],
  [
    new RegExp(`((?<![\\dA-Za-z])[-−])?(${NUMBER})`, 'g'),
    (_, sign, n = '') => minus(sign) + numberInWords(n),
  ],
];

/** Every number of the text in Chinese words: dates, times, telephone numbers, shares, ranges, units, quantities. */
export function quantitiesInWords(text: string): string {
  return RULES.reduce((current, [pattern, read]) => current.replace(pattern, read), text);
}

function minus(sign: string | undefined): string {
  return sign === undefined || sign === '' ? '' : '负';
}

function counted(number: string): string {
  return number === '2' ? '两' : numberInWords(number);
}

function ordinal(digits: string): string {
  return cardinal(digits).replace(/^两/, '二');
}

function telephone(parts: readonly (string | number)[]): string {
  return parts
    .filter((part) => typeof part === 'string' && /^\d+$/.test(part))
    .map((part) => telephoneDigits(String(part)))
    .join('，');
}

function clock(hours: string, minutes: string, seconds: string | undefined): string {
  const second = typeof seconds === 'string' && seconds !== '' ? `${paddedCardinal(seconds)}秒` : '';
  const hour = Number(hours) === 2 ? '两' : cardinal(String(Number(hours)));
  if (Number(minutes) === 0 && second === '') return `${hour}点`;
  return `${hour}点${paddedCardinal(minutes)}分${second}`;
}

function paddedCardinal(digits: string): string {
  return digits.startsWith('0') && Number(digits) > 0
    ? `零${cardinal(digits.slice(1))}`
    : cardinal(String(Number(digits)));
}
