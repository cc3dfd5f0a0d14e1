/** How hard a password is to guess: `short` is refused by the server. */
export type PasswordStrength = 'short' | 'weak' | 'fair' | 'strong';

/** Shortest accepted password, in characters. */
export const minPasswordLength = 8;

const kinds = [/\d/, /[a-z]/, /[A-Z]/, /[^\da-zA-Z]/];
const common = /^(?:\d+|(?:password|qwerty|admin|woaini|iloveyou|abc)\W?\d*|(.)\1+)$/i;

/** Judges a password by length, kinds of characters and the commonest patterns. */
export function passwordStrength(password: string): PasswordStrength {
  const length = [...password].length;
  if (length < minPasswordLength) return 'short';
  if (common.test(password) || new Set(password).size < 4) return 'weak';
  const variety = kinds.filter((kind) => kind.test(password)).length;
  if (length >= 16 || (length >= 12 && variety >= 3)) return 'strong';
  return variety >= 2 ? 'fair' : 'weak';
}
