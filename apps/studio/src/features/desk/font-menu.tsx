import { FontSizeOutlined } from '@ant-design/icons';
import { Button, InputNumber, Popover, Select } from 'antd';
import { fontSizes, manuscriptFonts } from '../../editor/fonts.ts';
import type { FontChoice, FontName } from '../../editor/fonts.ts';

const options = Object.entries(manuscriptFonts).map(([value, { label }]) => ({
  value: value as FontName,
  label,
}));

/** Typeface and size of the manuscript. */
export function FontMenu(props: { choice: FontChoice; onChange: (choice: FontChoice) => void }) {
  const { choice } = props;
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      content={
        <div className="desk-font">
          <label>
            字体
            <Select
              size="small"
              aria-label="字体"
              value={choice.font}
              options={options}
              onChange={(font) => props.onChange({ ...choice, font })}
            />
          </label>
          <label>
            字号
            <InputNumber
              size="small"
              aria-label="字号"
              min={fontSizes.min}
              max={fontSizes.max}
              value={choice.size}
              onChange={(size) => {
                if (size !== null) props.onChange({ ...choice, size });
              }}
            />
          </label>
        </div>
      }
    >
      <Button
        type="text"
        size="small"
        aria-label="字体与字号"
        title="字体与字号"
        icon={<FontSizeOutlined />}
      />
    </Popover>
  );
}
