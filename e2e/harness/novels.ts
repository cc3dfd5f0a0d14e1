import type { Person } from './people.ts';

/** A chapter that was made, with its id. */
export interface MadeChapter {
  readonly id: string;
  readonly name: string;
}

/** A novel that was made. */
export interface MadeNovel {
  readonly id: string;
  readonly name: string;
  readonly chapters: readonly [MadeChapter, ...MadeChapter[]];
}

/** Three speakers, one of whom is never named beside the words. */
export const rainyNight = {
  name: '第一章 雨夜',
  text: [
    '雨下了一整夜。老周推开门，看见阿青坐在灯下。',
    '老周说：“你怎么现在还不睡？”',
    '阿青抬起头来，笑道：“我在等你。”',
    '“等我做什么？”',
    '“明天一早，我们就走吧。”阿青说。',
    '老周叹了口气，说道：“好，明天一早就走。”',
    '窗外的雨渐渐小了。',
  ].join('\n'),
} as const;

/** A shorter chapter that follows. */
export const clearMorning = {
  name: '第二章 天晴',
  text: ['天亮的时候，雨停了。', '阿青说：“走吧。”', '老周说：“走。”'].join('\n'),
} as const;

/** Makes a novel with its chapters by the calls alone. */
export async function newNovel(
  person: Person,
  name: string,
  texts: readonly { readonly name: string; readonly text: string }[] = [rainyNight, clearMorning],
): Promise<MadeNovel> {
  const { id } = await person.api.novel.addNovel({ name });
  const chapters: MadeChapter[] = [];
  for (const chapter of texts)
    chapters.push({
      name: chapter.name,
      ...(await person.api.chapter.addChapter({ productId: id, ...chapter })),
    });
  const [first, ...rest] = chapters;
  if (first === undefined) throw new Error('a novel for a journey has at least one chapter');
  return { id, name, chapters: [first, ...rest] };
}

/** The stored manuscript of a chapter. */
export async function storedHtml(person: Person, novel: MadeNovel, chapterId: string): Promise<string> {
  const { chapterUrlId } = await person.api.chapter.chapterInfo({ chapterId });
  return (await person.api.chapter.readManuscript({ productId: novel.id, url: chapterUrlId })).html;
}
