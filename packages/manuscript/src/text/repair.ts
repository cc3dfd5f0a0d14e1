import { joinHardWraps } from './hard-wraps.ts';

/** Which repairs to make. */
export type RepairOptions = {
  readonly joinHardWraps?: boolean;
  readonly straightQuotes?: boolean;
  readonly indents?: boolean;
  readonly junkLines?: boolean;
};

/** One kind of repair with the number of places changed. */
export type RepairChange = { readonly kind: keyof RepairOptions; readonly count: number };

const JUNK: readonly RegExp[] = [
  /^[（(【[]?\s*(?:本章完|未完待续|待续|全书完|全文完)\s*[)）】\]]?[。！!]?$/,
  /^(?:https?:\/\/|www\.)\S+$/i,
  /^[-=*_~—＝－＊]{4,}$/,
  /(?:手机用户请|最新章节|无弹窗|免费阅读|全文阅读|txt下载|TXT下载|下载尽在|首发网站|本书来自|请收藏本站|求推荐票|求月票|求收藏|加入书签|上一章.*下一章|天才一秒记住|更新最快)/,
];
const LONGEST_JUNK = 80;

/**
 * Repairs an imported text, only what is asked, in this order: lines of advertising and ornaments are removed, hard-wrapped
 * lines joined, straight double quotes turned into “ and ” where a paragraph has an even number, spaces at line ends removed.
 * `changes` lists the repairs that changed anything.
 */
export function repairText(text: string, options: RepairOptions): { text: string; changes: RepairChange[] } {
  const changes: RepairChange[] = [];
  let current = text;
  const apply = (
    kind: keyof RepairOptions,
    repair: (text: string) => { text: string; count: number },
  ): void => {
    if (options[kind] !== true) return;
    const repaired = repair(current);
    current = repaired.text;
    if (repaired.count > 0) changes.push({ kind, count: repaired.count });
  };
  apply('junkLines', dropJunk);
  apply('joinHardWraps', joinHardWraps);
  apply('straightQuotes', (before) => changeLines(before, curlQuotes));
  apply('indents', (before) => changeLines(before, (line) => line.trim()));
  return { text: current, changes };
}

function dropJunk(text: string): { text: string; count: number } {
  const lines = text.split('\n');
  const kept = lines.filter((line) => !isJunk(line.trim()));
  return { text: kept.join('\n'), count: lines.length - kept.length };
}

function isJunk(line: string): boolean {
  return line !== '' && line.length <= LONGEST_JUNK && JUNK.some((pattern) => pattern.test(line));
}

function changeLines(text: string, change: (line: string) => string): { text: string; count: number } {
  let count = 0;
  const lines = text.split('\n').map((line) => {
    const changed = change(line);
    if (changed !== line) count += 1;
    return changed;
  });
  return { text: lines.join('\n'), count };
}

function curlQuotes(line: string): string {
  const marks = line.match(/["＂]/g)?.length ?? 0;
  if (marks === 0 || marks % 2 === 1) return line;
  let open = false;
  return line.replace(/["＂]/g, () => {
    open = !open;
    return open ? '“' : '”';
  });
}
