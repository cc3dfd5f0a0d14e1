/** The typefaces of the manuscript, each with what stands in for it on other systems. */
export const manuscriptFonts = {
  song: { label: '宋体', stack: "'Songti SC', 'Noto Serif CJK SC', 'Source Han Serif SC', SimSun, serif" },
  fangsong: { label: '仿宋', stack: "FangSong, STFangsong, 'FangSong_GB2312', 'Noto Serif CJK SC', serif" },
  yahei: { label: '雅黑', stack: "'Microsoft YaHei', 'PingFang SC', 'Noto Sans CJK SC', sans-serif" },
  kai: { label: '楷体', stack: "KaiTi, 'Kaiti SC', STKaiti, 'AR PL UKai CN', 'Noto Serif CJK SC', serif" },
  hei: { label: '黑体', stack: "SimHei, 'Heiti SC', 'Noto Sans CJK SC', sans-serif" },
  li: { label: '隶书', stack: "LiSu, 'Baoli SC', STLiti, 'Noto Serif CJK SC', serif" },
} as const;

/** The name of a typeface. */
export type FontName = keyof typeof manuscriptFonts;

/** The reader's choice, kept on this machine. */
export type FontChoice = { readonly font: FontName; readonly size: number };

/** Smallest and largest size, in pixels. */
export const fontSizes = { min: 10, max: 32 } as const;

const storageKey = 'huaben.manuscript-font';
const standard: FontChoice = { font: 'song', size: 18 };

function isFontName(value: unknown): value is FontName {
  return typeof value === 'string' && Object.hasOwn(manuscriptFonts, value);
}

/** The kept choice, or 宋体 18. */
export function readFontChoice(): FontChoice {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('font' in kept) || !('size' in kept)) return standard;
    const size = Number(kept.size);
    const fits = size >= fontSizes.min && size <= fontSizes.max;
    return isFontName(kept.font) && fits ? { font: kept.font, size } : standard;
  } catch {
    return standard;
  }
}

/** Keeps the choice; without storage it lasts as long as the page. */
export function writeFontChoice(choice: FontChoice): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(choice));
  } catch {
    return;
  }
}
