import { useMemo } from 'react';
import { useStore } from 'zustand';
import { palettes, useTheme } from '../../app/theme.ts';
import { parseRoleStyle } from '../../editor/role-sheet.ts';
import { cssOfStyle, keyOfRole, mainName } from '../cast/index.ts';
import type { Role } from '../cast/index.ts';
import { candidateLabel, isNobody, isWaiting, ruleLabels } from '../casting/index.ts';
import type { LiveDesk } from './use-desk.ts';

/** Characters of the paragraph shown on either side of the evidence. */
const around = 24;

/** The current line: its role, or the likeliest speakers with the words that say so. */
export function SuggestionBar(props: {
  desk: LiveDesk;
  roles: readonly Role[];
  hotKeys: ReadonlyMap<string, string>;
}) {
  const { desk, roles } = props;
  const { theme } = useTheme();
  const line = useStore(desk.store, (state) => state.line);
  const suggestions = useStore(desk.store, (state) => state.suggestions);
  const byId = useMemo(() => new Map(roles.map((role) => [role.id, role])), [roles]);
  const roleKeys = useMemo(() => keyOfRole(props.hotKeys), [props.hotKeys]);
  const suggestion = line === null ? undefined : suggestions.get(line.lineId);
  const plain = ['1', '2', '3'].every((key) => !props.hotKeys.has(key));
  const evidence = suggestion === undefined ? null : desk.session.evidenceText(suggestion, around);

  if (line === null)
    return (
      <div className="suggestions" aria-label="建议">
        <span className="suggestions-row muted">
          点一句台词，或按 <kbd>Tab</kbd> 到下一句待定；<kbd>?</kbd> 看全部快捷键
        </span>
      </div>
    );
  const role = line.roleId === null ? undefined : byId.get(line.roleId);
  return (
    <div className="suggestions" aria-label="建议" onMouseDown={(event) => event.preventDefault()}>
      <div className="suggestions-row">
        {!isWaiting(line) && (
          <span className="suggestions-now">
            {line.kind === 'narration' ? '按旁白读' : role === undefined ? '已废弃的角色' : mainName(role)}
            <span className="muted">
              {line.origin === 'human'
                ? '，人工'
                : `，自动${line.confidence === null ? '' : ` ${Math.round(line.confidence * 100)}%`}`}
            </span>
          </span>
        )}
        {suggestion?.candidates.map((candidate, index) => {
          const known = candidate.roleId === null ? undefined : byId.get(candidate.roleId);
          const own = candidate.roleId === null ? undefined : roleKeys.get(candidate.roleId);
          return (
            <button
              key={`${candidate.roleId ?? ''}${candidate.name}`}
              type="button"
              className="suggestion"
              onClick={() => void desk.session.take(index)}
            >
              <kbd>{plain ? index + 1 : `Alt+${index + 1}`}</kbd>
              <span
                style={
                  known === undefined ? undefined : cssOfStyle(parseRoleStyle(known.style), palettes[theme])
                }
              >
                {known === undefined ? candidateLabel(candidate) : mainName(known)}
              </span>
              <span className="muted">
                {Math.round(candidate.probability * 100)}%
                {candidate.roleId === null && !isNobody(candidate) ? ' 新角色' : ''}
                {own !== undefined && !/^[123]$/.test(own) ? `，按 ${own}` : ''}
              </span>
            </button>
          );
        })}
        {(suggestion?.candidates.length ?? 0) === 0 && isWaiting(line) && (
          <span className="muted">没有建议，按角色的键，或按 / 搜索角色</span>
        )}
      </div>
      {suggestion !== undefined && suggestion.candidates.length > 0 && (
        <span className="suggestions-evidence">
          {suggestion.candidates[0] && isNobody(suggestion.candidates[0])
            ? '读来不像有人说的话'
            : ruleLabels[suggestion.rule]}
          {evidence !== null && (
            <>
              ：…{evidence.before}
              <mark>{evidence.words}</mark>
              {evidence.after}…
            </>
          )}
        </span>
      )}
    </div>
  );
}
