import { useSyncExternalStore } from 'react';

/** The two themes; on this machine they are kept as 1 (light) and 2 (dark). */
export type ThemeName = 'light' | 'dark';

/** The names of the colours; each is a CSS variable: `ink2` is `--ink-2`. */
export interface Palette {
  readonly ground: string;
  readonly surface: string;
  /** The manuscript's paper. */
  readonly page: string;
  readonly ink: string;
  readonly ink2: string;
  /** Faint: for lines, icons and marks; too pale for text. */
  readonly ink3: string;
  readonly line: string;
  readonly primary: string;
  /** Text on a filled primary ground. */
  readonly onPrimary: string;
  readonly info: string;
  readonly success: string;
  readonly warning: string;
  /** Warning as text. */
  readonly warningInk: string;
  /** Ground under the pointer. */
  readonly hover: string;
  /** Ground of the chosen row. */
  readonly chosen: string;
}

/** 宣纸 and 夜墨: every colour of the studio. */
export const palettes: Readonly<Record<ThemeName, Palette>> = {
  light: {
    ground: '#F5F3EE',
    surface: '#FFFFFF',
    page: '#FFFEFA',
    ink: '#1F1D1A',
    ink2: '#6A655C',
    ink3: '#9C968B',
    line: '#E3DED3',
    primary: '#B93A2B',
    onPrimary: '#FFFFFF',
    info: '#2F5D8A',
    success: '#3B7A4D',
    warning: '#B7791F',
    warningInk: '#8A5710',
    hover: '#F0EDE5',
    chosen: '#F7E9E4',
  },
  dark: {
    ground: '#141312',
    surface: '#1D1C1A',
    page: '#191816',
    ink: '#E9E5DC',
    ink2: '#A8A297',
    ink3: '#777168',
    line: '#36332F',
    primary: '#E0664F',
    onPrimary: '#141312',
    info: '#7FA8D1',
    success: '#7FB98F',
    warning: '#D9A650',
    warningInk: '#D9A650',
    hover: '#282623',
    chosen: '#3A2620',
  },
};

/** A colour between two: 0 is the first, 1 the second; all as #RRGGBB. */
export function mix(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => Math.round(channel(from, at) * (1 - share) + channel(to, at) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

const storageKey = 'huaben.theme';
const listeners = new Set<() => void>();
const systemDark = () => matchMedia('(prefers-color-scheme: dark)');
let chosen: ThemeName | null = null;

const cssName = (key: string) =>
  `--${key
    .replace(/([A-Z])/g, '-$1')
    .replace(/(\d)/g, '-$1')
    .toLowerCase()}`;

/** The stylesheet that gives both palettes to CSS. */
export function themeStyles(): string {
  return (Object.keys(palettes) as ThemeName[])
    .map((name) => {
      const colours = Object.entries(palettes[name]).map(([key, value]) => `${cssName(key)}: ${value};`);
      return `[data-theme='${name}'] { color-scheme: ${name}; ${colours.join(' ')} }`;
    })
    .join('\n');
}

/** The theme shown now: the person's choice, else the system's. */
export const currentTheme = (): ThemeName => chosen ?? (systemDark().matches ? 'dark' : 'light');

function show(): void {
  document.documentElement.dataset['theme'] = currentTheme();
  for (const listener of listeners) listener();
}

function readChoice(): ThemeName | null {
  try {
    const kept = localStorage.getItem(storageKey);
    return kept === '1' ? 'light' : kept === '2' ? 'dark' : null;
  } catch {
    return null;
  }
}

/** Puts the colours on the page before anything is drawn, and follows the system and other tabs. */
export function installTheme(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(themeStyles());
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  chosen = readChoice();
  show();
  systemDark().addEventListener('change', show);
  addEventListener('storage', (event) => {
    if (event.key !== storageKey) return;
    chosen = readChoice();
    show();
  });
}

function toggleTheme(): void {
  chosen = currentTheme() === 'dark' ? 'light' : 'dark';
  try {
    localStorage.setItem(storageKey, chosen === 'light' ? '1' : '2');
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
  show();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The theme shown, and the switch to the other one. */
export function useTheme(): { theme: ThemeName; toggle: () => void } {
  return { theme: useSyncExternalStore(subscribe, currentTheme), toggle: toggleTheme };
}
