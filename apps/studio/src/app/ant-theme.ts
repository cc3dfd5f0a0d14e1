import { theme as antTheme } from 'antd';
import type { MappingAlgorithm, ThemeConfig } from 'antd';
import { mix, palettes } from './theme.ts';
import type { ThemeName } from './theme.ts';

const fontFamily =
  "'PingFang SC', 'Noto Sans CJK SC', 'Source Han Sans SC', 'Microsoft YaHei', 'Hiragino Sans GB', system-ui, sans-serif";

/** The palette's own colours in the place of those that the algorithm would derive from them. */
function exactColours(name: ThemeName): MappingAlgorithm {
  const colour = palettes[name];
  // Nearer to the ink: darker by day, lighter by night.
  const pressed = (base: string) => mix(base, colour.ink, 0.14);
  return (_seed, map) => ({
    ...(map as NonNullable<typeof map>),
    colorPrimary: colour.primary,
    colorPrimaryHover: pressed(colour.primary),
    colorPrimaryActive: pressed(colour.primary),
    colorPrimaryText: colour.primary,
    colorError: colour.primary,
    colorErrorHover: pressed(colour.primary),
    colorErrorActive: pressed(colour.primary),
    colorErrorText: colour.primary,
    colorInfo: colour.info,
    colorSuccess: colour.success,
    colorWarning: colour.warning,
    colorLink: colour.info,
    colorLinkHover: pressed(colour.info),
    colorLinkActive: pressed(colour.info),
  });
}

/** Ant Design's tokens for a theme, from the same palette as the CSS variables. */
export function antThemeOf(name: ThemeName, motion: boolean): ThemeConfig {
  const colour = palettes[name];
  return {
    algorithm: [name === 'dark' ? antTheme.darkAlgorithm : antTheme.defaultAlgorithm, exactColours(name)],
    token: {
      colorPrimary: colour.primary,
      colorInfo: colour.info,
      colorSuccess: colour.success,
      colorWarning: colour.warning,
      colorError: colour.primary,
      colorLink: colour.info,
      colorText: colour.ink,
      colorTextSecondary: colour.ink2,
      colorTextTertiary: colour.ink2,
      colorTextDescription: colour.ink2,
      colorTextPlaceholder: colour.ink2,
      colorTextHeading: colour.ink,
      colorIcon: colour.ink2,
      colorBgBase: colour.surface,
      colorBgLayout: colour.ground,
      colorBgContainer: colour.surface,
      colorBgElevated: colour.surface,
      colorBorder: colour.line,
      colorBorderSecondary: colour.line,
      colorSplit: colour.line,
      controlItemBgHover: colour.hover,
      controlItemBgActive: colour.chosen,
      fontFamily,
      fontSize: 14,
      borderRadius: 4,
      borderRadiusLG: 4,
      borderRadiusSM: 4,
      motion,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
    },
    components: {
      Button: {
        primaryColor: colour.onPrimary,
        dangerColor: colour.onPrimary,
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
      },
      Slider: {
        trackBg: colour.primary,
        trackHoverBg: colour.primary,
        handleColor: colour.primary,
        handleActiveColor: colour.primary,
        dotActiveBorderColor: colour.primary,
        railBg: colour.line,
        railHoverBg: colour.line,
      },
      Table: { cellPaddingBlock: 8, headerBg: colour.surface },
    },
  };
}
