import { audioCapacity } from '@huaben/domain';
import type { AnswerOf, contract } from '@huaben/contract';

type User = AnswerOf<(typeof contract.account)['info']>;

const hidden = (phone: string | null): string =>
  phone === null ? '' : `${phone.slice(0, 3)}****${phone.slice(-4)}`;

/** A user row as the wire's user. Membership, words and coins are nothing while commerce does not exist. */
export const userOf = (row: {
  id: string;
  name: string;
  phone: string | null;
  sex: string;
  image: string;
  demo: boolean;
}): User => ({
  id: row.id,
  userName: row.name,
  image: row.image,
  phone: hidden(row.phone),
  sex: row.sex === 'male' || row.sex === 'female' ? row.sex : '',
  expireTime: null,
  memberWordCount: 0,
  wordCountPackage: 0,
  ontrackReceive: 0,
  grayscale: 1,
  audioGrade: 0,
  audioCapacity,
  chickenCoins: 0,
  accumulatedRecharge: 0,
  editUser: 0,
  giveFirstMember: 0,
  demo: row.demo,
});
