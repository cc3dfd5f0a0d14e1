import fc from 'fast-check';
import { expect, it } from 'vitest';
import { exportFileName } from './export-file-name.ts';

it('names novel and chapter', () => {
  expect(exportFileName('呐喊', '狂人日记', 'mp3')).toBe('《呐喊》狂人日记.mp3');
  expect(exportFileName('呐喊', null, 'm4b')).toBe('《呐喊》.m4b');
});

it('replaces what a file system cannot bear by what reads the same', () => {
  expect(exportFileName('A/B:C?', '"一"\\<二>|三*', 'mp3')).toBe('《A／B：C？》＂一＂＼＜二＞｜三＊.mp3');
  expect(exportFileName('换\n行\u202e', '点. .', 'mp3')).toBe('《换行》点.mp3');
});

it('is always a bearable name of bearable length', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.string({ maxLength: 300 }),
      (novel, chapter) => {
        const name = exportFileName(novel, chapter, 'mp3');
        expect(name).not.toMatch(/[\\/:*?"<>|\p{Cc}]/u);
        expect([...name].length).toBeLessThanOrEqual(170);
        expect(name.endsWith('.mp3')).toBe(true);
      },
    ),
  );
});
