import { narrationClassName } from '@huaben/contract';
import type { AnswerOf, contract, RoleStyle } from '@huaben/contract';
import type { RoleRow } from './cast.store.ts';

type Role = AnswerOf<(typeof contract.cast)['addRole']>;

/** A role's row as the wire's role; narration answers to its fixed class name. */
export function roleOf(row: RoleRow): Role {
  const id = row.narration ? narrationClassName : row.id;
  return {
    id,
    className: id,
    name: JSON.stringify(row.names),
    sex: row.sex === 'male' || row.sex === 'female' ? row.sex : '',
    description: row.description,
    cv: row.cv,
    timbre: row.voice_id,
    rate: row.rate,
    pitch: row.pitch,
    crewId: row.crew_number,
    productNumber: row.novel_id,
    style: JSON.stringify(row.style),
    isTopping: row.topped_at === null ? 0 : 1,
    count: row.line_count,
    distribution: row.narration && row.cv !== '' ? 1 : 0,
  };
}

/** The look of the built-in narration. */
export const narrationStyle: RoleStyle = {
  color: '#5b564e',
  backgroundColor: '#f2f2f2',
  fontStyle: 'normal',
  textDecoration: 'none',
  fontWeight: 'normal',
};

/** Colours for roles made without one, far apart in turn. */
const palette = [
  '#b93a2b',
  '#2f5d8a',
  '#3f7f52',
  '#8a5a12',
  '#7a3e8a',
  '#0f7c7c',
  '#a83266',
  '#4f6b1f',
  '#3d4fa8',
  '#94471d',
  '#1f7a9c',
  '#6b4fa0',
] as const;

/** The style of the n-th role. */
export const defaultStyle = (index: number): RoleStyle => ({
  color: palette[index % palette.length] ?? palette[0],
  backgroundColor: '',
  fontStyle: 'normal',
  textDecoration: 'none',
  fontWeight: 'normal',
});
