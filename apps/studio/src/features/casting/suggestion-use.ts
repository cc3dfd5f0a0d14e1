import type { SpeakerCandidate, Suggestion, SuggestionRule } from '@huaben/casting';
import type { LineInfo, RoleSuggestion } from '@huaben/manuscript';

/** From this probability on a suggestion may be taken without looking. */
export const highConfidence = 0.9;

/** The words for what decided a suggestion. */
export const ruleLabels: Readonly<Record<SuggestionRule, string>> = {
  explicit: '文中写明',
  vocative: '称呼推断',
  alternation: '轮流对话',
  pronoun: '代词推断',
  nearest: '就近推断',
  none: '没有依据',
};

/** Whether a line still waits for its role. */
export const isWaiting = (line: Pick<LineInfo, 'roleId' | 'kind'>): boolean =>
  line.roleId === null && line.kind !== 'narration';

/** Whether a candidate says that nobody speaks the words. */
export const isNobody = (candidate: Pick<SpeakerCandidate, 'kind'>): boolean =>
  candidate.kind === 'not-dialogue';

/** What a candidate is called before it has a role. */
export const candidateLabel = (candidate: Pick<SpeakerCandidate, 'kind' | 'name'>): string =>
  isNobody(candidate) ? '不是台词' : candidate.name;

/** What 采纳高可信 would put on waiting lines: sure suggestions whose role exists. */
export function sureSuggestions(
  lines: Iterable<Pick<LineInfo, 'lineId' | 'roleId' | 'kind' | 'origin'>>,
  suggestions: ReadonlyMap<string, Suggestion>,
): RoleSuggestion[] {
  return [...lines].flatMap((line): RoleSuggestion[] => {
    const suggestion = suggestions.get(line.lineId);
    const roleId = suggestion?.candidates[0]?.roleId ?? null;
    if (suggestion === undefined || roleId === null || suggestion.confidence < highConfidence) return [];
    if (!isWaiting(line) || line.origin === 'human') return [];
    return [{ lineId: line.lineId, roleId, origin: 'rule', confidence: suggestion.confidence }];
  });
}

/** Candidates below this probability only take up room. */
const leastProbability = 0.01;

/** Suggestions by line, without candidates that are as good as impossible; the first always stays. */
export function suggestionsByLine(suggestions: readonly Suggestion[]): Map<string, Suggestion> {
  return new Map(
    suggestions.map((suggestion) => [
      suggestion.lineId,
      {
        ...suggestion,
        candidates: suggestion.candidates.filter(
          ({ probability }, index) => index === 0 || probability >= leastProbability,
        ),
      },
    ]),
  );
}

/** Of how many lines that had a suggestion before the first candidate changed. */
export function changedSuggestions(
  before: ReadonlyMap<string, Suggestion>,
  after: ReadonlyMap<string, Suggestion>,
): number {
  let changed = 0;
  for (const [lineId, suggestion] of after) {
    const old = before.get(lineId);
    if (old === undefined) continue;
    const [was, is] = [old.candidates[0], suggestion.candidates[0]];
    if (was?.roleId !== is?.roleId || was?.name !== is?.name) changed += 1;
  }
  return changed;
}
