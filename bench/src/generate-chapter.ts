import { createHash } from 'node:crypto';
import { seeded } from './seeded.ts';

/** Common characters of narration and speech; none of them needs escaping. */
const letters =
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严龙';
const letterList = [...letters];

/** A generated chapter: what it says, and as Manuscript HTML without chapter marker. */
export interface GeneratedChapter {
  readonly text: string;
  readonly html: string;
  readonly paragraphs: number;
  readonly lines: number;
  /** SHA-256 of the HTML, its first 12 digits: equal sums, equal chapters. */
  readonly checksum: string;
}

/**
 * A chapter of at least `characters` characters: paragraphs of about 60, four in ten with one quoted line of one of the
 * roles. The same seed gives the same chapter, and a longer one starts like a shorter one.
 */
export function generateChapter(characters: number, roleIds: readonly string[], seed = 1): GeneratedChapter {
  const random = seeded(seed);
  const pick = <T>(list: readonly T[], otherwise: T): T =>
    list[Math.floor(random() * list.length)] ?? otherwise;
  const words = (length: number): string => {
    let made = '';
    for (let at = 0; at < length; at += 1) {
      const comma = at > 5 && at < length - 1 && at % 13 === 0;
      made += comma ? '，' : pick(letterList, '的');
    }
    return made;
  };
  const paragraphs: string[] = [];
  let html = '';
  let length = 0;
  let lines = 0;
  while (length < characters) {
    const size = 45 + Math.floor(random() * 30);
    let text: string;
    if (random() < 0.4) {
      const before = `　　${words(8)}说：`;
      const quoted = `“${words(20)}。”`;
      const after = `${words(Math.max(4, size - 33))}。`;
      text = before + quoted + after;
      lines += 1;
      const span = `<span data-line="l${lines}" data-role="${pick(roleIds, 'r0')}" data-kind="dialogue" data-origin="human">`;
      html += `<p>${before}${span}${quoted}</span>${after}</p>`;
    } else {
      text = `　　${words(size - 3)}。`;
      html += `<p>${text}</p>`;
    }
    paragraphs.push(text);
    length += text.length;
  }
  return {
    text: paragraphs.join('\n'),
    html,
    paragraphs: paragraphs.length,
    lines,
    checksum: createHash('sha256').update(html).digest('hex').slice(0, 12),
  };
}
