import { expect, it } from 'vitest';
import { fileProblem } from './file-problem.ts';

const mb = 1024 * 1024;

it.each([
  [{ name: '呐喊.txt', size: 100 }, null],
  [{ name: '呐喊.txt', size: 30 * mb }, null],
  [{ name: '呐喊.txt', size: 0 }, '空文件'],
  [{ name: '呐喊.txt', size: 30 * mb + 1 }, '30.0 MB'],
  [{ name: '呐喊\u202etxt.exe', size: 100 }, '控制字符'],
  [{ name: '呐\u0007喊.txt', size: 100 }, '控制字符'],
  [{ name: '长'.repeat(301), size: 100 }, '300 个字'],
])('%o: %s', (file, problem) => {
  if (problem === null) expect(fileProblem(file)).toBeNull();
  else expect(fileProblem(file)).toContain(problem);
});
