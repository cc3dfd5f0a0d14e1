import type { Candidate, MarkingMode, MarkingTask, ReviewItem } from './marking.types.ts';

const figures = new Intl.NumberFormat('zh-CN');

/** A count with its thousands. */
export const count = (value: number): string => figures.format(value);

/** A probability as a person reads it: 72%, and never 100% unless it is. */
export function percent(probability: number): string {
  const rounded = Math.round(probability * 100);
  return `${String(rounded === 100 && probability < 1 ? 99 : rounded)}%`;
}

export const modeWords: Readonly<Record<MarkingMode, string>> = {
  blank: '只补空白',
  selection: '重画选区',
  chapter: '整章重画',
};

export const stateWords: Readonly<Record<MarkingTask['state'], string>> = {
  waiting: '排队中',
  running: '正在画',
  done: '已画完',
  failed: '没有画成',
  cancelled: '已取消',
};

/** How the speaker of a line can be known. */
export const categoryWords: Readonly<Record<ReviewItem['category'], string>> = {
  explicit: '旁边写明了说话人',
  implicit: '由代词或上文推断',
  latent: '附近没有说话人的线索',
  'not-dialogue': '可能不是台词',
};

/** What a candidate is called. */
export const candidateName = (candidate: Pick<Candidate, 'kind' | 'name'>): string =>
  candidate.kind === 'not-dialogue' ? '不是台词' : candidate.name;
