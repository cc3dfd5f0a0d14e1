import { CallFailed, contract, createClient, replyCodes } from '@huaben/contract';
import type { Client, Contract, Transport } from '@huaben/contract';
import { fetchTransport } from './transport.ts';

export { clearToken, readToken, writeToken } from './token.ts';
export { Unreachable } from './transport.ts';

/** What the app does about failures that concern every screen; set once at start. */
export interface FailureHandlers {
  readonly loggedOut: () => void;
  readonly notAllowed: (error: CallFailed) => void;
  readonly fileLocked: (error: CallFailed) => void;
}

const reloginGuardMs = 300;
let handlers: FailureHandlers | null = null;
let reloginGuarded = false;

/** Registers what happens on log-out, missing permission and lock conflicts. */
export function setFailureHandlers(next: FailureHandlers): void {
  handlers = next;
}

function logOutOnce(): void {
  if (reloginGuarded) return;
  reloginGuarded = true;
  // Several calls fail together when a session ends; the person is told once.
  setTimeout(() => {
    handlers?.loggedOut();
    setTimeout(() => (reloginGuarded = false), reloginGuardMs);
  }, reloginGuardMs);
}

function handleFailure(error: CallFailed): void {
  if (error.code === replyCodes.loggedOut) logOutOnce();
  else if (error.code === replyCodes.notAllowed) handlers?.notAllowed(error);
  else if (error.code === replyCodes.locked) handlers?.fileLocked(error);
}

const transport: Transport<Blob, Blob> = {
  async send(call, input, files, signal) {
    const reply = await fetchTransport.send(call, input, files, signal);
    if ('envelope' in reply && reply.envelope.code !== replyCodes.success)
      handleFailure(new CallFailed(reply.envelope));
    return reply;
  },
};

/**
 * Every call of the product. Throws CallFailed for a refusal (already shown where it concerns every
 * screen: log-out, permission, lock) and Unreachable when no readable answer came.
 */
export const api: Client<Contract, Blob, Blob> = createClient(contract, transport);

/** Whether the app has already told the person about this failure. */
export const isHandledEverywhere = (error: unknown): boolean =>
  error instanceof CallFailed &&
  (error.code === replyCodes.loggedOut ||
    error.code === replyCodes.notAllowed ||
    error.code === replyCodes.locked);

/** The sentence that a person reads for any failure. */
export function failureText(error: unknown): string {
  if (error instanceof Error && (error instanceof CallFailed || error.name === 'Unreachable'))
    return error.message;
  if (error instanceof Error && error.name === 'ZodError')
    return '服务器与页面的版本不一致，请刷新页面后重试';
  return '页面出了意外的问题，请刷新后重试；内容已有本地草稿的不会丢失';
}
