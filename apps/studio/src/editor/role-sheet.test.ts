import { expect, test } from 'vitest';
import fc from 'fast-check';
import { contrast, minContrast, readableOn } from './role-colour.ts';
import { rolePalette } from './role-palette.ts';
import { roleSheet, styleOnPage } from './role-sheet.ts';

const light = { page: '#fffefa', ink: '#1f1d1a' };
const dark = { page: '#191816', ink: '#e9e5dc' };
const hex = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);

test('any role colour, with any background, can be read in both themes', () => {
  fc.assert(
    fc.property(
      hex,
      fc.oneof(fc.constant(''), hex),
      fc.constantFrom(light, dark),
      (color, backgroundColor, theme) => {
        const own = {
          color,
          backgroundColor,
          fontStyle: 'normal',
          textDecoration: 'none',
          fontWeight: 'normal',
        } as const;
        const shown = styleOnPage(own, theme);
        const ground = shown.backgroundColor === '' ? theme.page : shown.backgroundColor;
        expect(contrast(shown.color, ground)).toBeGreaterThanOrEqual(minContrast);
      },
    ),
  );
});

test('a colour that can be read already is left as it is', () => {
  expect(readableOn('#fffefa', '#b93a2b')).toBe('#b93a2b');
});

test('the palette has at least 48 different styles, each readable on the light page', () => {
  const palette = rolePalette(light.page);
  expect(new Set(palette.map((style) => JSON.stringify(style))).size).toBeGreaterThanOrEqual(48);
  for (const style of palette) {
    const ground = style.backgroundColor === '' ? light.page : style.backgroundColor;
    expect(contrast(style.color, ground)).toBeGreaterThanOrEqual(minContrast);
  }
});

test('a hostile role id or style cannot leave its rule', () => {
  const sheet = roleSheet(
    [{ id: '"]{}body{display:none}', style: '{"color":"red;}body{display:none"}' }],
    light,
  );
  expect(sheet).toContain('[data-role="\\"]{}body{display:none}"]');
  expect(sheet.replaceAll(/"(?:\\.|[^"\\])*"/g, '')).not.toContain('body');
});

test('role colours without a wash can still be read on the row grounds of the panel', () => {
  const rows = { light: ['#fffefa', '#f7e9e4', '#f0ede5'], dark: ['#191816', '#3a2620', '#282623'] };
  for (const preset of rolePalette(light.page).filter((style) => style.backgroundColor === '')) {
    for (const ground of rows.light)
      expect(contrast(styleOnPage(preset, light).color, ground)).toBeGreaterThanOrEqual(minContrast);
    for (const ground of rows.dark)
      expect(contrast(styleOnPage(preset, dark).color, ground)).toBeGreaterThanOrEqual(minContrast);
  }
});
