/** Characters that some file system or shell cannot bear in a name, and the full-width ones that read the same. */
const wide: Readonly<Record<string, string>> = {
  '\\': '＼',
  '/': '／',
  ':': '：',
  '*': '＊',
  '?': '？',
  '"': '＂',
  '<': '＜',
  '>': '＞',
  '|': '｜',
};

const longestPart = 80;

const safe = (text: string): string =>
  [
    ...text
      .replace(/[\\/:*?"<>|]/g, (character) => wide[character] ?? '')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
      .trim(),
  ]
    .slice(0, longestPart)
    .join('')
    .replace(/[. ]+$/, '');

/** The name of an exported file: 《小说》章节.mp3 for a chapter, 《小说》.m4b for the whole novel. */
export const exportFileName = (
  novelName: string,
  chapterName: string | null,
  format: 'mp3' | 'm4b',
): string => `《${safe(novelName)}》${chapterName === null ? '' : safe(chapterName)}.${format}`;
