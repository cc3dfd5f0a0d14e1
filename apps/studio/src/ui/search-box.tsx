import { SearchOutlined } from '@ant-design/icons';
import { Input } from 'antd';
import { useEffect, useRef, useState } from 'react';

const typingMs = 120;

/** A search field over a value that lives elsewhere, such as the address. */
export interface SearchBoxProps {
  readonly value: string;
  readonly onSearch: (text: string) => void;
  /** Read aloud and shown while empty. */
  readonly label: string;
  readonly className?: string;
  readonly size?: 'small';
}

/**
 * See {@link SearchBoxProps}. What is typed is kept here and handed over after a pause and never within
 * an input method's composition, so that slow lists and pinyin typing do not disturb each other.
 */
export function SearchBox({ value, onSearch, label, className = '', size }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const [composing, setComposing] = useState(false);
  /** Values that were handed over and have not come back yet. */
  const onTheWay = useRef(new Set<string>());
  const last = useRef(value);
  useEffect(() => {
    if (value === last.current) onTheWay.current.clear();
    if (value === last.current || onTheWay.current.delete(value)) return;
    last.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (composing || text === last.current) return;
    const timer = setTimeout(() => {
      last.current = text;
      onTheWay.current.add(text);
      onSearch(text);
    }, typingMs);
    return () => clearTimeout(timer);
  }, [text, composing, onSearch]);
  return (
    <Input
      className={className}
      {...(size ? { size } : {})}
      allowClear
      prefix={<SearchOutlined aria-hidden />}
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onCompositionStart={() => setComposing(true)}
      onCompositionEnd={() => setComposing(false)}
    />
  );
}
