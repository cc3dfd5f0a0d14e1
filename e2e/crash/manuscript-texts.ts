import {
  linesOf,
  lineStats,
  manuscriptFromText,
  manuscriptSchema,
  serialiseManuscript,
} from '@huaben/manuscript';
import { contentHash } from '@huaben/manuscript';
import type { Random } from './random.ts';

const narration = [
  '天色渐渐暗了下来，风从河面上吹过来，带着一点凉意。',
  '他站在门口，看着远处的灯一盏一盏亮起来。',
  '屋里没有人说话，只听见钟摆来回的声音。',
  '桥那边有人打着伞慢慢走近，脚步声很轻。',
] as const;
const speech = ['你怎么现在才来？', '这件事不要告诉别人。', '我早就知道了。', '明天一早就走吧！'] as const;
const speakers = ['老周', '阿青', '掌柜', '小满'] as const;

/** A manuscript ready to be saved. */
export interface Draft {
  readonly html: string;
  readonly hash: string;
  readonly wordCount: number;
  readonly lineCount: number;
  readonly unassignedCount: number;
}

function sentence(random: Random): string {
  if (random.chance(0.5)) return random.pick(narration);
  return `${random.pick(speakers)}说：“${random.pick(speech)}”`;
}

/** Some paragraphs of story of about so many characters behind a paragraph with the token. */
export function storyText(random: Random, token: string, characters: number): string {
  const paragraphs = [`这一稿的记号是 ${token}。`];
  for (let length = 0; length < characters;) {
    const paragraph = Array.from({ length: random.int(1, 4) }, () => sentence(random)).join('');
    paragraphs.push(paragraph);
    length += paragraph.length;
  }
  return paragraphs.join('\n');
}

/** Text whose sentences are new to the novel, but for some that come twice and some that were spoken before. */
export function spokenText(random: Random, token: string, sentences: number): string {
  const fresh = Array.from({ length: sentences }, (_, index) =>
    random.chance(0.3)
      ? `${random.pick(speakers)}说：“第 ${index} 句是 ${token}，记住了。”`
      : `记号 ${token} 的第 ${index} 句，${random.pick(narration)}`,
  );
  const again = fresh.slice(0, Math.ceil(sentences / 10));
  return [...fresh, ...again, ...narration].join('\n');
}

/** Makes a manuscript of a text; `assigned` of its lines get one of the roles. */
export function draftOf(
  text: string,
  chapterId: string,
  random: Random,
  roleIds: readonly [string, ...string[]],
  assigned: number,
): Draft {
  let count = 0;
  const found = manuscriptFromText(text, () => `l${(count += 1)}`);
  const roles = new Map(
    linesOf(found)
      .filter(() => random.chance(assigned))
      .map(({ lineId }) => [lineId, random.pick(roleIds)]),
  );
  const doc = manuscriptSchema.nodeFromJSON(
    JSON.parse(JSON.stringify(found.toJSON()), (key, value: unknown) => {
      if (key !== 'attrs' || typeof value !== 'object' || value === null || !('lineId' in value))
        return value;
      const roleId = roles.get(String(value.lineId));
      return roleId === undefined ? value : { ...value, roleId, origin: 'human', confidence: null };
    }),
  );
  const html = serialiseManuscript(doc, chapterId);
  const stats = lineStats(doc);
  return {
    html,
    hash: contentHash(html),
    wordCount: stats.dialogueWords + stats.narrationWords,
    lineCount: stats.lines,
    unassignedCount: stats.unassigned,
  };
}
