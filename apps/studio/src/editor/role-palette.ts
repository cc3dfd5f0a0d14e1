import type { RoleStyle } from '@huaben/contract';
import { contrast, fromHsl, minContrast } from './role-colour.ts';

const hues = [4, 22, 36, 48, 75, 105, 140, 165, 185, 203, 220, 242, 264, 288, 318, 342];
const tones = [
  { saturation: 0.72, lightness: 0.34 },
  { saturation: 0.5, lightness: 0.42 },
  { saturation: 0.38, lightness: 0.27 },
];
const washes = [0.93, 0.87];

function plain(color: string, backgroundColor: string): RoleStyle {
  return { color, backgroundColor, fontStyle: 'normal', textDecoration: 'none', fontWeight: 'normal' };
}

/**
 * The styles offered for a role: 16 hues in three tones on the bare page, then dark text on two washes of its hue.
 * Every one can be read on `page` (or its own wash); the editor adapts them to the other theme.
 */
export function rolePalette(page: string): RoleStyle[] {
  const bare = tones.flatMap(({ saturation, lightness }) =>
    hues.map((hue) => {
      let depth = lightness;
      while (depth > 0 && contrast(fromHsl(hue, saturation, depth), page) < minContrast) depth -= 0.02;
      return plain(fromHsl(hue, saturation, depth), '');
    }),
  );
  const washed = washes.flatMap((wash) =>
    hues.map((hue) => plain(fromHsl(hue, 0.6, 0.22), fromHsl(hue, 0.6, wash))),
  );
  return [...bare, ...washed];
}
