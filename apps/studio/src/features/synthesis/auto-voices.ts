/** What the choice of a voice looks at in a role. */
export interface RoleToVoice {
  readonly id: string;
  readonly names: readonly string[];
  readonly description: string;
  readonly sex: '' | 'male' | 'female';
  /** Lines in the novel or the chapter; the busiest choose first. */
  readonly lines: number;
  /** The id of its voice, or empty. */
  readonly timbre: string;
}

/** What the choice of a voice looks at in a voice. */
export interface VoiceOnOffer {
  readonly id: string;
  readonly sex: 'male' | 'female' | null;
  readonly age: 'child' | 'young' | 'adult' | 'elder';
}

const MALE = /爷|叔|伯|舅|哥|弟|爹|爸|父|公子|少爷|老爷|先生|太监|和尚|道士|丈夫|儿子|男|胡子/;
const FEMALE = /奶奶|婆|娘|妈|母|姐|妹|嫂|婶|姨|姑|太太|小姐|夫人|丫鬟|丫头|尼姑|妻|媳妇|女/;
const CHILD = /孩|童|小儿|娃|幼|稚/;
const ELDER = /老|爷爷|奶奶|婆|翁|花白|白发|暮年|年迈|[六七八九]十多?岁/;
const YOUNG = /少年|少女|青年|年轻|姑娘|公子|小伙|学生|丫头|丫鬟/;
const AGES = ['child', 'young', 'adult', 'elder'] as const;

/** The sex that a role's own field says, or else its names and description, or '' when they do not tell. */
export function sexHint(role: RoleToVoice): '' | 'male' | 'female' {
  if (role.sex !== '') return role.sex;
  const text = [...role.names, role.description].join(' ');
  const male = MALE.test(text);
  const female = FEMALE.test(text);
  if (male === female) return '';
  return male ? 'male' : 'female';
}

/** The age that a role's names and description suggest; adult when they do not tell. */
export function ageHint(role: RoleToVoice): VoiceOnOffer['age'] {
  const text = [...role.names, role.description].join(' ');
  if (CHILD.test(text)) return 'child';
  if (YOUNG.test(text)) return 'young';
  return ELDER.test(text) ? 'elder' : 'adult';
}

/**
 * Chooses a voice for every role that has none; roles with a voice keep it. The busiest role chooses first, among the
 * voices of its sex, one that the fewest roles have and whose age fits best, so that roles share a voice only
 * when the voices of their sex are used up. Without voices nothing is chosen.
 * @returns role id → voice id, for the formerly voiceless roles only.
 */
export function assignVoices(
  roles: readonly RoleToVoice[],
  voices: readonly VoiceOnOffer[],
): Map<string, string> {
  const users = new Map<string, number>();
  for (const { timbre } of roles) if (timbre !== '') users.set(timbre, (users.get(timbre) ?? 0) + 1);
  const chosen = new Map<string, string>();
  const voiceless = roles.filter((role) => role.timbre === '').sort((a, b) => b.lines - a.lines);
  for (const role of voiceless) {
    const sex = sexHint(role);
    const age = AGES.indexOf(ageHint(role));
    const fitting = voices.filter((voice) => sex === '' || voice.sex === null || voice.sex === sex);
    const ranked = (fitting.length > 0 ? fitting : voices)
      .map((voice, place) => ({
        voice,
        place,
        users: users.get(voice.id) ?? 0,
        years: Math.abs(AGES.indexOf(voice.age) - age),
      }))
      .sort((a, b) => a.users - b.users || a.years - b.years || a.place - b.place);
    const best = ranked[0];
    if (best === undefined) return chosen;
    chosen.set(role.id, best.voice.id);
    users.set(best.voice.id, best.users + 1);
  }
  return chosen;
}
