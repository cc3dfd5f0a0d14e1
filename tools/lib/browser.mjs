import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';

const CHROMIUM = '/usr/bin/chromium';
const FONTS = '/usr/share/fonts';
const CJK_FONT = /cjk|wqy|source-?han|droidsansfallback|uming|ukai|simsun|simhei|yahei/i;

function hasCjkFont() {
  return (
    existsSync(FONTS) && readdirSync(FONTS, { recursive: true }).some((name) => CJK_FONT.test(String(name)))
  );
}

/** The command prefix that gives root rights without asking anybody; null when there is none. */
function rootPrefix() {
  if (process.getuid?.() === 0) return [];
  return spawnSync('sudo', ['-n', 'true']).status === 0 ? ['sudo', '-n'] : null;
}

function apt(prefix, args) {
  const [command, ...rest] = [
    ...prefix,
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    '-q',
    '-y',
    ...args,
  ];
  return spawnSync(command, rest, { stdio: ['ignore', 'inherit', 'inherit'] }).status === 0;
}

/** Installs Debian's Chromium and Chinese fonts when they are missing. Returns a Chinese problem text or null. */
export function ensureBrowser() {
  const missing = [
    ...(existsSync(CHROMIUM) ? [] : ['chromium']),
    ...(hasCjkFont() ? [] : ['fonts-noto-cjk']),
  ];
  if (missing.length === 0) return null;
  const byHand = `请由管理员执行 apt-get install ${missing.join(' ')} 后重试。`;
  const prefix = rootPrefix();
  if (prefix === null) return `浏览器测试还缺 ${missing.join('、')}，当前用户没有权限安装。${byHand}`;
  process.stdout.write(`▸ 正在安装 ${missing.join('、')}……\n`);
  const done = apt(prefix, ['update']) && apt(prefix, ['install', '--no-install-recommends', ...missing]);
  return done ? null : `${missing.join('、')} 没有装上，上面是 apt-get 给出的原因。${byHand}`;
}
