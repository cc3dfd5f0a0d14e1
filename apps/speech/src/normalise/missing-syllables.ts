/**
 * The engine's Mandarin table lacks the syllables jiong, qiong and xiong and falls back to spelling English, which
 * spoils words as common as 兄弟, 胸口, 英雄 and 穷人. Its phonemes can build them: initial + "jong" + tone.
 */
const INITIALS = { j: 'tS;', q: 'tS;h', x: 'S;' } as const;
const TONES = ['', '55', '35', '214', '51', '11'] as const;

/** Characters by syllable and tone; all of the basic CJK block that the engine cannot read. */
const CHARACTERS: readonly (readonly [syllable: string, characters: string])[] = [
  ['jiong1', '冂冋坰埛扃蘏蘔駉駫絅'],
  ['jiong3', '侰僒冏囧泂澃炯烱焪煚煛熲窘綗褧迥逈顈颎幜'],
  ['qiong2', '儝卭宆惸桏橩焭煢琼瓊睘瞏穷穹窮竆笻筇茕藑藭蛩赹跫邛銎匔輁棾赨'],
  ['xiong1', '兄兇凶匈哅忷恟汹洶胷胸芎訩詾讻賯'],
  ['xiong2', '熊雄'],
  ['xiong4', '詗诇敻夐'],
];

function phonemes(syllable: string): string {
  const initial = INITIALS[syllable.charAt(0) as keyof typeof INITIALS];
  return `[[${initial}j'ong${TONES[Number(syllable.at(-1))] ?? ''}]]`;
}

const PHONEMES = new Map(
  CHARACTERS.flatMap(([syllable, characters]) =>
    Array.from(characters, (character) => [character, phonemes(syllable)]),
  ),
);

/** Phonemes for numbered pinyin such as "xiong1" when the engine cannot read it; otherwise undefined. */
export function missingSyllable(pinyin: string): string | undefined {
  return /^[jqx]iong[1-5]$/.test(pinyin) ? phonemes(pinyin) : undefined;
}

/** The text with phonemes in the place of the characters that the engine cannot read. */
export function withMissingSyllables(text: string): string {
  return Array.from(text, (character) => PHONEMES.get(character) ?? character).join('');
}
