import type { RoleStyle } from '@huaben/contract';
import { Button, Checkbox, ColorPicker } from 'antd';
import { palettes, useTheme } from '../../app/theme.ts';
import { rolePalette } from '../../editor/role-palette.ts';
import { styleOnPage } from '../../editor/role-sheet.ts';

const presets = rolePalette(palettes.light.page);

/** CSS of a role's style as it is shown on the current page. */
export function cssOfStyle(style: RoleStyle | null, colours: { page: string; ink: string }) {
  const shown = styleOnPage(style, colours);
  return {
    color: shown.color,
    backgroundColor: shown.backgroundColor === '' ? undefined : shown.backgroundColor,
    fontStyle: shown.fontStyle,
    fontWeight: shown.fontWeight,
    textDecoration: shown.textDecoration,
  };
}

const sameColours = (one: RoleStyle | null, other: RoleStyle) =>
  one?.color.toLowerCase() === other.color && one.backgroundColor.toLowerCase() === other.backgroundColor;

/** A role's colours: presets that can be read in both themes, or one's own. */
export function StylePicker(props: {
  value: RoleStyle | null;
  sample: string;
  onChange: (style: RoleStyle | null) => void;
}) {
  const { theme } = useTheme();
  const colours = palettes[theme];
  const { value } = props;
  const base: RoleStyle = value ?? {
    color: palettes.light.ink.toLowerCase(),
    backgroundColor: '',
    fontStyle: 'normal',
    textDecoration: 'none',
    fontWeight: 'normal',
  };
  const put = (part: Partial<RoleStyle>) => props.onChange({ ...base, ...part });
  return (
    <div className="style-picker">
      <div className="style-presets" role="radiogroup" aria-label="预设颜色">
        {presets.map((preset, index) => (
          <button
            key={`${preset.color}${preset.backgroundColor}`}
            type="button"
            role="radio"
            aria-checked={sameColours(value, preset)}
            aria-label={`预设 ${index + 1}`}
            style={cssOfStyle(preset, colours)}
            onClick={() => put({ color: preset.color, backgroundColor: preset.backgroundColor })}
          >
            字
          </button>
        ))}
      </div>
      <div className="style-own">
        <span className="style-sample" style={cssOfStyle(value, colours)}>
          “{props.sample.slice(0, 6)}的台词”
        </span>
        <ColorPicker
          size="small"
          value={base.color}
          onChangeComplete={(colour) => put({ color: colour.toHexString().slice(0, 7) })}
        >
          <Button size="small">文字色</Button>
        </ColorPicker>
        <ColorPicker
          size="small"
          allowClear
          value={base.backgroundColor === '' ? null : base.backgroundColor}
          onClear={() => put({ backgroundColor: '' })}
          onChangeComplete={(colour) =>
            put({ backgroundColor: colour.cleared ? '' : colour.toHexString().slice(0, 7) })
          }
        >
          <Button size="small">背景色</Button>
        </ColorPicker>
        <Checkbox
          checked={base.fontWeight === 'bold'}
          onChange={(event) => put({ fontWeight: event.target.checked ? 'bold' : 'normal' })}
        >
          粗
        </Checkbox>
        <Checkbox
          checked={base.fontStyle === 'italic'}
          onChange={(event) => put({ fontStyle: event.target.checked ? 'italic' : 'normal' })}
        >
          斜
        </Checkbox>
      </div>
    </div>
  );
}
