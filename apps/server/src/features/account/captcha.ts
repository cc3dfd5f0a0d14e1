import { randomInt } from 'node:crypto';

const digits = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九'] as const;

/** A sum in Chinese numerals with its answer: easy for people, and not glyphs that a font reader knows. */
export function makeSum(): { question: string; answer: string } {
  // From two on: 一 and 零 are hard to tell from a stroke and a circle.
  const left = randomInt(2, 10);
  const right = randomInt(2, 10);
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
    const x = 8 + index * 20 + randomInt(-2, 3);
    const y = 28 + randomInt(-4, 5);
    return `<text x="${x}" y="${y}" transform="rotate(${randomInt(-18, 19)} ${x} ${y})" font-size="${randomInt(21, 25)}">${letter}</text>`;
  });
  const strokes = Array.from(
    { length: 3 },
    () =>
      `<path d="M${randomInt(0, 40)} ${randomInt(4, 38)} Q ${randomInt(40, 100)} ${randomInt(0, 40)} ${randomInt(110, 152)} ${randomInt(4, 38)}" fill="none" stroke="#b9a99c" stroke-width="1"/>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="152" height="40" viewBox="0 0 152 40"><rect width="152" height="40" fill="#f5f3ee"/><g fill="#3b2f2a" font-family="serif">${letters.join('')}</g>${strokes.join('')}</svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
}
