const home = '/homepage/createnewproject/allproject';

/** Where a person goes after signing in: the asked page when it is one of ours, else all novels. */
export function backAddress(asked: string | null): string {
  if (!asked || !asked.startsWith('/') || /^\/[/\\]/.test(asked) || /[\p{Cc}]/u.test(asked)) return home;
  return asked.startsWith('/login') ? home : asked;
}
