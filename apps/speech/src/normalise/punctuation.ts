/** Everything that can be heard: letters of any script and digits. */
const SPEAKABLE = /[\p{L}\p{N}]/u;

/** Whether anything of the text can be read aloud at all. */
export function isSpeakable(text: string): boolean {
  return SPEAKABLE.test(text);
}

/**
 * Punctuation reduced to what the engine can pause on (， 。 ？ ！ ；): dashes and ellipses become a short pause,
 * quotes, brackets, emoji and symbols disappear. No character with a meaning for the engine (< > [ ] { } | \ ^ _ `)
 * gets through, so no text can inject mark-up or phonemes.
 */
export function heardPunctuation(text: string): string {
  return text
    .replace(/[…⋯]+|\.{3,}|。{2,}|—+|─+|―+|-{2,}|～+|~+/g, '，')
    .replace(/[:：]/g, '，')
    .replace(/[、,]/g, '，')
    .replace(/[;]/g, '；')
    .replace(/[?？⁇⁈]+/g, '？')
    .replace(/[!！‼⁉]+/g, '！')
    .replace(/(?<=\p{L})[·・•'’](?=\p{L})/gu, ' ')
    .replace(/(?<!\d)\.(?!\d)/g, '。')
    .replace(/[^\p{L}\p{N}\p{M}，。？！；\s]/gu, ' ')
    .replace(/[\s]+/g, ' ')
    .replace(/ ?([，。？！；]) ?/g, '$1')
    .replace(/，+(?=[。？！；])/g, '')
    .replace(/([，。？！；])[，。？！；]+/g, '$1')
    .replace(/，$/, '')
    .replace(/^[，。？！；\s]+/, '')
    .trim();
}
