import { useState } from 'react';
import type { CSSProperties } from 'react';
import { manuscriptFonts, readFontChoice, writeFontChoice } from '../../editor/fonts.ts';
import type { FontChoice } from '../../editor/fonts.ts';

/** The reader's typeface and size, kept on this machine, as CSS variables for the manuscript. */
export function useManuscriptFont() {
  const [font, put] = useState<FontChoice>(readFontChoice);
  const setFont = (choice: FontChoice) => {
    writeFontChoice(choice);
    put(choice);
  };
  const fontStyle: CSSProperties & Record<`--${string}`, string> = {
    '--manuscript-font': manuscriptFonts[font.font].stack,
    '--manuscript-size': `${font.size}px`,
  };
  return { font, setFont, fontStyle };
}
