import type { SpeakerCandidate } from './types.ts';

/** How often one role's confirmed lines hold each habit. */
export interface Habits {
  lines: number;
  words: Record<string, number>;
}

/** What people call themselves and each other, how they end a sentence: words that tell speakers apart, not topics. */
const HABITS =
  '俺 咱 咱们 人家 老子 老娘 本宫 本王 本座 本小姐 本少爷 本官 在下 小人 小的 奴才 奴婢 奴家 妾身 哀家 朕 臣 微臣 属下 末将 卑职 老夫 老朽 老身 贫道 贫僧 洒家 晚辈 晚生 弟子 徒儿 孩儿 孤 寡人 爷 哥 姐 我们 你们 您 阁下 师父 师傅 师兄 师姐 师弟 师妹 老大 老板 大人 娘娘 皇上 陛下 殿下 主子 公子 少爷 小姐 姑娘 先生 太太 老爷 兄弟 哥们 大哥 大姐 妈 爸 爹 娘 亲爱的 宝贝 呢 吧 啊 嘛 呀 哦 啦 哈 喔 咯 哩 罢 么 嘿 哼 呸 唉 嗯 哎 呵 喂 他妈 妈的 混蛋 哈哈 呵呵 嘻嘻 阿弥陀佛 ！ ？ … —— ～ ， 、'.split(
    ' ',
  );
const LONG = '#long';
const SHORT = '#short';

/** The habits that one line shows, each once. */
export function habitsOf(words: string): string[] {
  const found = HABITS.filter((habit) => words.includes(habit));
  if (words.length > 60) found.push(LONG);
  if (words.length <= 10) found.push(SHORT);
  return found;
}

/** Chosen on the train books, where 0.3 to 0.8 hardly differ. */
const SCALE = 0.5;
const SMOOTHING = 4;
const LEAST_LINES = 5;
const LIMIT = 1.2;

/**
 * Shifts a line's probabilities towards those who talk like this: a naive Bayes ratio of each role's habits to everybody's,
 * scaled down because the habits depend on each other. Roles with fewer than five confirmed lines stay as they are.
 */
export function reweighByHabits(
  habits: Readonly<Record<string, Habits>>,
  words: string,
  candidates: readonly SpeakerCandidate[],
  scale: number = SCALE,
): readonly SpeakerCandidate[] {
  const shown = habitsOf(words);
  if (shown.length === 0 || candidates.length < 2) return candidates;
  const everybody = total(habits);
  const shifted = candidates.map((candidate) => {
    const own = candidate.roleId === null ? undefined : habits[candidate.roleId];
    if (own === undefined || own.lines < LEAST_LINES) return candidate;
    let ratio = 0;
    for (const habit of shown) {
      const usual = ((everybody.words[habit] ?? 0) + 1) / (everybody.lines + 2);
      const his = ((own.words[habit] ?? 0) + SMOOTHING * usual) / (own.lines + SMOOTHING);
      ratio += Math.log(his / usual);
    }
    const shift = Math.max(-LIMIT, Math.min(LIMIT, scale * ratio));
    return { ...candidate, probability: candidate.probability * Math.exp(shift) };
  });
  const before = candidates.reduce((sum, one) => sum + one.probability, 0);
  const after = shifted.reduce((sum, one) => sum + one.probability, 0);
  if (after === 0) return candidates;
  return shifted
    .map((one) => ({ ...one, probability: (one.probability * before) / after }))
    .sort((a, b) => b.probability - a.probability);
}

function total(habits: Readonly<Record<string, Habits>>): Habits {
  return Object.values(habits).reduce<Habits>(addHabits, { lines: 0, words: {} });
}

/** The habits of two sets of lines of one role. */
export function addHabits(one: Habits, other: Habits): Habits {
  const words = { ...one.words };
  for (const [habit, times] of Object.entries(other.words)) words[habit] = (words[habit] ?? 0) + times;
  return { lines: one.lines + other.lines, words };
}
