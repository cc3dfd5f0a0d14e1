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

/** What the parser of regular expressions complains of, in words for people. */
const complaints: readonly (readonly [said: string, meant: string])[] = [
  ['missing closing )', '少了右括号 )'],
  ['unexpected )', '多了一个右括号 )'],
  ['missing closing ]', '少了右方括号 ]'],
  ['missing argument to repetition operator', '重复符号（* + ? {}）前面没有可重复的内容'],
  ['invalid nested repetition operator', '重复符号不能连着写'],
  ['invalid repeat', '重复次数太大或写反了'],
  ['invalid character class', '方括号里的范围写反了或不存在'],
  ['invalid escape sequence', '反斜线后面的字符不认识'],
  ['trailing backslash', '末尾多了一个反斜线'],
  ['invalid named capture', '分组的名字写得不对'],
];

function compile(source: string): RE2JS {
  try {
    return RE2JS.compile(source);
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    const reason = complaints.find(([part]) => said.includes(part))?.[1] ?? '有不支持的写法';
    throw new HeadingPatternError(
      `章节标题的正则表达式写得不对：${reason}。请改正后再试，或清空以使用自动识别。`,
    );
  }
}
