import { maxNovelFileBytes } from '@huaben/contract';

const longestName = 300;

/** Why a file is refused before it is read, or null. Whatever depends on its content the reading finds. */
export function fileProblem(file: { readonly name: string; readonly size: number }): string | null {
  if (/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(file.name))
    return '文件名里有不可见的控制字符，可能被伪装过。请给文件改名后再导入。';
  if (file.name.length > longestName) return `文件名超过 ${longestName} 个字，请改短后再导入。`;
  if (file.size === 0) return `「${file.name}」是空文件。请检查是否选错了文件，或文件还没有保存。`;
  if (file.size > maxNovelFileBytes) {
    const size = (file.size / 1024 / 1024).toFixed(1);
    return `「${file.name}」有 ${size} MB，超过了 30 MB 的上限。请把全书拆成几个文件分别导入。`;
  }
  return null;
}
