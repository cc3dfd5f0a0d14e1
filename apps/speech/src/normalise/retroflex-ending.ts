/**
 * The engine's dictionary spells 花儿, 那儿, even 个儿子 and 孙女儿, with syllables that its tables lack, and then reads
 * them as English. As phonemes 儿 matches no entry: light where it is an ending, with its own tone where it is a
 * syllable of its own.
 */
const LIGHT_ER = '[[@r33]]';
const FULL_ER = '[[@r35]]';
const FULL_SYLLABLE = /(?<=[女婴幼孤胎健宠侄孩男小乳])儿|儿(?=[子女孙童媳郎歌戏科时])/g;
const ENDING = /(?<=\p{Script=Han})儿/gu;
/** Stands for a 儿 of its own while the endings are replaced; a private character that no text keeps. */
const KEPT = '\uE000';

/** The text with every 儿 in a form that the engine reads. */
export function withReadableEndings(text: string): string {
  return text.replace(FULL_SYLLABLE, KEPT).replace(ENDING, LIGHT_ER).replaceAll(KEPT, FULL_ER);
}
