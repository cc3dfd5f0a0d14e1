/** The token is kept a year on this machine; the server decides when it really ends. */
const tokenSeconds = 365 * 24 * 3600;
const cookieName = 'token';

/** The kept session token, or null. */
export function readToken(): string | null {
  for (const pair of document.cookie.split('; ')) {
    if (pair.startsWith(`${cookieName}=`))
      return decodeURIComponent(pair.slice(cookieName.length + 1)) || null;
  }
  return null;
}

const writeCookie = (value: string, seconds: number) => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookieName}=${encodeURIComponent(value)}; Path=/; Max-Age=${seconds}; SameSite=Strict${secure}`;
};

/** Keeps the token of a fresh session. */
export const writeToken = (token: string) => writeCookie(token, tokenSeconds);

/** Forgets the token. */
export const clearToken = () => writeCookie('', 0);
