/** Region and phone code, the mainland first, then by how often they occur among users. */
const regions: readonly (readonly [region: string, code: string])[] = [
  ['CN', '86'],
  ['HK', '852'],
  ['MO', '853'],
  ['TW', '886'],
  ['SG', '65'],
  ['MY', '60'],
  ['US', '1'],
  ['JP', '81'],
  ['KR', '82'],
  ['TH', '66'],
  ['VN', '84'],
  ['ID', '62'],
  ['PH', '63'],
  ['MM', '95'],
  ['KH', '855'],
  ['LA', '856'],
  ['IN', '91'],
  ['AE', '971'],
  ['GB', '44'],
  ['FR', '33'],
  ['DE', '49'],
  ['IT', '39'],
  ['ES', '34'],
  ['PT', '351'],
  ['NL', '31'],
  ['BE', '32'],
  ['CH', '41'],
  ['AT', '43'],
  ['SE', '46'],
  ['NO', '47'],
  ['DK', '45'],
  ['FI', '358'],
  ['IE', '353'],
  ['PL', '48'],
  ['CZ', '420'],
  ['HU', '36'],
  ['GR', '30'],
  ['RU', '7'],
  ['UA', '380'],
  ['TR', '90'],
  ['AU', '61'],
  ['NZ', '64'],
  ['BR', '55'],
  ['MX', '52'],
  ['AR', '54'],
  ['ZA', '27'],
  ['EG', '20'],
];

const suffix: Readonly<Record<string, string>> = { US: '、加拿大', RU: '、哈萨克斯坦', CN: '大陆' };

/** A country or region as the phone field offers it. */
export interface Country {
  readonly name: string;
  readonly code: string;
}

/** Countries and regions with their phone codes, named in Chinese. */
export function countries(): Country[] {
  const names = new Intl.DisplayNames('zh-CN', { type: 'region', style: 'short' });
  return regions.map(([region, code]) => ({
    code,
    name: `${names.of(region) ?? region}${suffix[region] ?? ''}`,
  }));
}
