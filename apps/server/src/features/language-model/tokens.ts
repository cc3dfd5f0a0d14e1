import type { ChatMessage } from './prompt.ts';
import type { Tokens } from './spending.ts';

/**
 * Tokens of a Chinese character, from above: 100,000 characters each of three novels took 1.27–1.34
 * with the vocabulary cl100k and 0.85–0.94 with o200k.
 */
const tokensPerCharacter = 1.4;
/** What chat templates put around two messages, from above. */
const template = 64;

/** UTF-16 units of a prompt. */
export const charactersOf = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, { content }) => sum + content.length, 0);

/** The limit on a reply that is sent along: room for every answer however it is spaced, and for thought. */
export const replyLimit = (lines: number, thinking: number): number => 100 + 40 * lines + thinking;

/** What a request cannot exceed: a token of a byte vocabulary covers a byte at least. */
export const boundOf = (messages: readonly ChatMessage[], lines: number, thinking: number): Tokens => ({
  input: messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), template),
  output: replyLimit(lines, thinking),
});

/** What a request takes when it is answered as asked. */
export const usualTokens = (messages: readonly ChatMessage[], lines: number, thinking: number): Tokens => ({
  input: Math.ceil(charactersOf(messages) * tokensPerCharacter) + template,
  output: 20 + 20 * lines + thinking,
});
