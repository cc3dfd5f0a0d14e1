import { Button } from 'antd';
import { Link } from 'react-router';
import { palettes, useTheme } from '../../../app/theme.ts';
import { parseRoleStyle } from '../../../editor/role-sheet.ts';
import { cssOfStyle } from '../../cast/index.ts';
import type { Role } from '../../cast/index.ts';
import { candidateName, categoryWords, percent } from '../marking-words.ts';
import type { Candidate, ReviewItem } from '../marking.types.ts';
import { contextPieces } from './context-pieces.ts';
import type { ContextPiece } from './context-pieces.ts';

/** What can be done with the line under review. */
export interface DetailActions {
  readonly take: (index: number) => void;
  readonly narrate: () => void;
  readonly search: () => void;
  readonly skip: () => void;
  readonly undo: () => void;
}

/** The line in its surroundings, why it is doubtful, and who may speak it. */
export function ReviewDetail(props: {
  readonly novelId: string;
  readonly item: ReviewItem;
  readonly roles: readonly Role[];
  readonly mayMark: boolean;
  readonly mayCreate: boolean;
  readonly undoable: boolean;
  readonly actions: DetailActions;
}) {
  const { item, mayMark, actions } = props;
  const { pieces, found } = contextPieces(item);
  return (
    <article className="review-detail" aria-label="这一行">
      <header className="review-where">
        <h2>{item.chapterName}</h2>
        <Link to={`/tool/${props.novelId}/${item.chapterId}`}>在画本台打开</Link>
      </header>
      <p className="review-context" lang="zh">
        {pieces.map((piece, index) => (
          <Piece key={index} piece={piece} />
        ))}
      </p>
      <p className="review-why">
        {categoryWords[item.category]}
        {!found && item.evidence !== null && <Evidence evidence={item.evidence} />}
      </p>
      {item.reason !== null && <p className="review-why">{item.reason}</p>}
      {/* A press with the mouse leaves the focus where it is, so that the keys go on working. */}
      <div className="review-choices" onMouseDown={(event) => event.preventDefault()}>
        {item.candidates.map((candidate, index) => (
          <CandidateButton
            key={`${candidate.roleId ?? ''}${candidate.name}`}
            candidate={candidate}
            index={index}
            role={props.roles.find(({ id }) => id === candidate.roleId)}
            disabled={!mayMark || (candidate.roleId === null && !props.mayCreate)}
            onTake={() => actions.take(index)}
          />
        ))}
        {item.candidates.length === 0 && (
          <p className="marking-quiet">没有候选，按 R 选角色，或按 0 定为不是台词。</p>
        )}
        {!item.candidates.some(({ kind }) => kind === 'not-dialogue') && (
          <button type="button" className="candidate" disabled={!mayMark} onClick={actions.narrate}>
            <kbd>0</kbd>
            <span className="candidate-name">不是台词</span>
            <span className="marking-quiet">按旁白读</span>
          </button>
        )}
      </div>
      <div className="review-buttons" onMouseDown={(event) => event.preventDefault()}>
        <Button disabled={!mayMark} onClick={actions.search}>
          别的角色<kbd>R</kbd>
        </Button>
        <Button onClick={actions.skip}>
          跳过<kbd>S</kbd>
        </Button>
        <Button disabled={!mayMark || !props.undoable} onClick={actions.undo}>
          撤销<kbd>Z</kbd>
        </Button>
      </div>
    </article>
  );
}

function Piece({ piece }: { piece: ContextPiece }) {
  const className = [
    piece.line ? 'context-line' : '',
    piece.evidence ? 'context-evidence' : '',
    piece.decisive ? 'context-decisive' : '',
  ]
    .filter(Boolean)
    .join(' ');
  if (className === '') return piece.text;
  return piece.evidence || piece.decisive ? (
    <mark className={className}>{piece.text}</mark>
  ) : (
    <span className={className}>{piece.text}</span>
  );
}

function Evidence({ evidence }: { evidence: NonNullable<ReviewItem['evidence']> }) {
  const { text, from, to } = evidence;
  return (
    <>
      ：…{text.slice(0, from)}
      <mark className="context-evidence context-decisive">{text.slice(from, to)}</mark>
      {text.slice(to)}…
    </>
  );
}

const kindWords: Readonly<Record<Candidate['kind'], string>> = {
  person: '',
  anonymous: '没有名字的人',
  group: '几个人一起',
  'not-dialogue': '按旁白读',
};

function CandidateButton(props: {
  readonly candidate: Candidate;
  readonly index: number;
  readonly role: Role | undefined;
  readonly disabled: boolean;
  readonly onTake: () => void;
}) {
  const { theme } = useTheme();
  const { candidate, role } = props;
  return (
    <button type="button" className="candidate" disabled={props.disabled} onClick={props.onTake}>
      <kbd>{props.index + 1}</kbd>
      <span className="candidate-name">
        <span style={role && cssOfStyle(parseRoleStyle(role.style), palettes[theme])}>
          {candidateName(candidate)}
        </span>
      </span>
      <span className="marking-quiet">
        {[kindWords[candidate.kind], candidate.roleId === null ? '新角色' : ''].filter(Boolean).join('，')}
      </span>
      <span className="candidate-share" aria-hidden>
        <span style={{ width: percent(candidate.probability) }} />
      </span>
      <span className="candidate-figure">{percent(candidate.probability)}</span>
    </button>
  );
}
