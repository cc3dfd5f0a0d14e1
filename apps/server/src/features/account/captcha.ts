import { randomInt } from 'node:crypto';

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const;

/** A sum in Chinese numerals with its answer: easy for people, and not glyphs that a font reader knows. */
export function makeSum(): { question: string; answer: string } {
  const left = randomInt(1, 10);
  const right = randomInt(1, 10);
  const plus = randomInt(2) === 0 || left < right;
  return {
    question: `${digits[left]}${plus ? '加' : '减'}${digits[right]}等于几`,
    answer: String(plus ? left + right : left - right),
  };
}

/**
 * Draws the question as an SVG data address with jitter and strokes. It slows scripts down; the real
 * protection against message bombing are the limits per phone, address and day.
 */
export function drawCaptcha(question: string): string {
  const letters = [...question].map((letter, index) => {
    const x = 14 + index * 21 + randomInt(-3, 4);
    const y = 32 + randomInt(-6, 7);
    return `<text x="${x}" y="${y}" transform="rotate(${randomInt(-22, 23)} ${x} ${y})" font-size="${randomInt(19, 25)}">${letter}</text>`;
  });
  const strokes = Array.from(
    { length: 4 },
    () =>
      `<path d="M${randomInt(0, 40)} ${randomInt(4, 46)} Q ${randomInt(40, 110)} ${randomInt(0, 50)} ${randomInt(120, 164)} ${randomInt(4, 46)}" fill="none" stroke="#8a6d5c" stroke-width="1"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="164" height="48" viewBox="0 0 164 48"><rect width="164" height="48" fill="#f5f3ee"/><g fill="#3b2f2a" font-family="serif">${letters.join('')}</g>${strokes.join('')}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
