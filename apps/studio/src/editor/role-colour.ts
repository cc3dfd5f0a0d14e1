/** Red, green and blue, 0 to 255. */
type Rgb = readonly [number, number, number];

/** The least contrast between text and its ground (WCAG 2, level AA for running text). */
export const minContrast = 4.5;

/** What is aimed at on the page, so that {@link minContrast} still holds on the ground of a chosen or touched row. */
const aimedContrast = 5.6;

function parseHex(hex: string): Rgb | null {
  const match = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex);
  if (match === null) return null;
  return [parseInt(match[1] ?? '', 16), parseInt(match[2] ?? '', 16), parseInt(match[3] ?? '', 16)];
}

function toHex(rgb: Rgb): string {
  return `#${rgb
    .map((part) =>
      Math.round(Math.min(255, Math.max(0, part)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function luminance(rgb: Rgb): number {
  const [red, green, blue] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}

/** Contrast of two #RRGGBB colours by WCAG 2, 1 to 21; 1 when either is not a colour. */
export function contrast(one: string, other: string): number {
  const first = parseHex(one);
  const second = parseHex(other);
  if (first === null || second === null) return 1;
  const [low, high] = [luminance(first), luminance(second)].sort((left, right) => left - right);
  return ((high ?? 0) + 0.05) / ((low ?? 0) + 0.05);
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  return [
    from[0] + (to[0] - from[0]) * share,
    from[1] + (to[1] - from[1]) * share,
    from[2] + (to[2] - from[2]) * share,
  ];
}

/** A colour near `wanted` that can be read on `ground`: moved towards black or white no further than needed. */
export function readableOn(ground: string, wanted: string): string {
  const colour = parseHex(wanted);
  const base = parseHex(ground);
  if (base === null) return wanted;
  const goal: Rgb = luminance(base) > 0.18 ? [0, 0, 0] : [255, 255, 255];
  if (colour === null) return toHex(goal);
  for (let step = 0; step <= 20; step += 1) {
    const candidate = toHex(mix(colour, goal, step / 20));
    if (contrast(candidate, ground) >= aimedContrast) return candidate;
  }
  return toHex(goal);
}

/** A role's background as a tint of the page, so that a light background does not glare on a dark page; '' stays ''. */
export function tintOf(page: string, background: string): string {
  const wanted = parseHex(background);
  const base = parseHex(page);
  if (wanted === null || base === null) return '';
  const pageIsDark = luminance(base) < 0.18;
  const ownIsDark = luminance(wanted) < 0.18;
  return pageIsDark === ownIsDark ? background : toHex(mix(base, wanted, 0.24));
}

/** #RRGGBB of hue (degrees), saturation and lightness (0 to 1). */
export function fromHsl(hue: number, saturation: number, lightness: number): string {
  const chroma = (1 - Math.abs(2 * lightness - 1)) * saturation;
  const part = (offset: number): number => {
    const at = (offset + hue / 30) % 12;
    return (lightness - (chroma / 2) * Math.max(-1, Math.min(at - 3, 9 - at, 1))) * 255;
  };
  return toHex([part(0), part(8), part(4)]);
}
