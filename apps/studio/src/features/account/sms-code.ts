/** The six-digit code in a message, or null. */
export const smsCodeIn = (text: string): string | null => /(?<!\d)\d{6}(?!\d)/.exec(text)?.[0] ?? null;
