import { RE2JS } from 're2js';

/** A user's own rule for heading lines; matching takes time linear in the line. */
export type HeadingPattern = { readonly source: string; matches(line: string): boolean };

/** A refused heading expression; the message is Chinese and says what to change. */
export class HeadingPatternError extends Error {
  override readonly name = 'HeadingPatternError';
}

const MAX_SOURCE = 200;
const MAX_LINE = 200;

/**
 * Compiles a user's regular expression (RE2 syntax, at most 200 characters), to be found anywhere in a line without its
 * surrounding spaces. Throws HeadingPatternError for look-around, back references and mistakes.
 */
export function compileHeadingPattern(source: string): HeadingPattern {
  if (source.trim() === '')
    throw new HeadingPatternError('章节标题的正则表达式是空的。请填写表达式，或改用自动识别。');
  if (source.length > MAX_SOURCE) {
    throw new HeadingPatternError(
      `章节标题的正则表达式有 ${source.length} 个字符，最多 ${MAX_SOURCE} 个。请写短一些。`,
    );
  }
  const outsideClasses = source.replace(/\\\\/g, '').replace(/\[(?:\\.|[^\]\\])*\]/g, '');
  if (/\(\?<?[=!]/.test(outsideClasses)) {
    throw new HeadingPatternError(
      '章节标题的正则表达式用了环视（如 (?=…)、(?<!…)），这里不支持。请去掉环视部分，直接写出标题行的样子。',
    );
  }
  if (/\\[1-9]|\\k</.test(outsideClasses)) {
    throw new HeadingPatternError(
      '章节标题的正则表达式用了反向引用（如 \\1），这里不支持。请直接写出要匹配的内容。',
    );
  }
  const compiled = compile(source);
  if (compiled.matcher('').find()) {
    throw new HeadingPatternError(
      '章节标题的正则表达式会匹配空行，所有行都会成为标题。请加上必有的字，例如“第.+章”。',
    );
  }
  return {
    source,
    matches: (line) => line.length <= MAX_LINE && compiled.matcher(line).find(),
  };
}

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new HeadingPatternError(
      `章节标题的正则表达式写得不对（${reason}）。请检查括号、方括号和重复次数是否成对、有效。`,
    );
  }
}
