import { describe, expect, it } from 'vitest';
import { mix, palettes, themeStyles } from './theme.ts';
import type { Palette } from './theme.ts';

/** Relative luminance and contrast ratio of WCAG 2.1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

const texts = ['ink', 'ink2', 'primary', 'info', 'success', 'warningInk'] as const;
const grounds = ['ground', 'surface', 'page'] as const;

describe.each(['light', 'dark'] as const)('the %s palette', (name) => {
  const palette: Palette = palettes[name];
  it.each(texts.flatMap((text) => grounds.map((ground) => [text, ground] as const)))(
    'has readable %s on %s',
    (text, ground) => {
      expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5);
    },
  );
  it('has readable text on rows under the pointer, chosen rows and filled buttons', () => {
    expect(contrast(palette.ink, palette.hover)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.ink2, palette.hover)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.ink2, palette.chosen)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.onPrimary, palette.primary)).toBeGreaterThanOrEqual(4.5);
    expect(contrast(palette.onPrimary, mix(palette.primary, palette.ink, 0.14))).toBeGreaterThanOrEqual(4.5);
  });
});

it('gives every colour of both themes to CSS under its hyphenated name', () => {
  const styles = themeStyles();
  expect(styles).toContain(`[data-theme='light']`);
  expect(styles).toContain(`--ink-2: ${palettes.light.ink2};`);
  expect(styles).toContain(`--on-primary: ${palettes.dark.onPrimary};`);
  expect(styles).toContain(`--warning-ink: ${palettes.dark.warningInk};`);
});
