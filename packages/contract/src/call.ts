import type * as z from 'zod';
import type { PermissionRule } from './permission.ts';
import type { RefusalName } from './refusal.ts';

/** Every path of the specification lies under this prefix. */
export const apiPrefix = '/api/baseapp/';

/** One uploaded part of a multipart call. */
export interface FileRule {
  /** Largest accepted size in bytes. */
  readonly maxBytes: number;
}

/** The declaration of one call: the single source for server, client, documentation and tests. */
export interface Call<
  Params extends z.ZodObject = z.ZodObject,
  Response extends z.ZodType | 'blob' = z.ZodType | 'blob',
  Files extends Readonly<Record<string, FileRule>> = Readonly<Record<string, FileRule>>,
> {
  readonly method: 'GET' | 'POST';
  /** Path below {@link apiPrefix}, as the specification spells it. */
  readonly path: string;
  /** GET: query; POST: JSON body; with `files`: the multipart fields. Unknown keys are refused. */
  readonly params: Params;
  readonly files?: Files;
  /** Shape of `data`; undeclared fields are stripped. `blob` replies with the bytes themselves. */
  readonly response: Response;
  readonly permission: PermissionRule;
  /** The refusals that this call may give beside LOGGED_OUT, NOT_ALLOWED, BAD_REQUEST and TOO_OFTEN. */
  readonly errors: readonly RefusalName[];
  readonly summary: string;
  /** True for a call that the specification needs but does not name. */
  readonly extra?: boolean;
}

/** Declares a call. */
export function defineCall<
  Params extends z.ZodObject,
  Response extends z.ZodType | 'blob',
  Files extends Readonly<Record<string, FileRule>> = Readonly<Record<never, FileRule>>,
>(call: Call<Params, Response, Files>): Call<Params, Response, Files> {
  return call;
}

/** What a handler receives after parsing. */
export type ParamsOf<C extends Call> = z.output<C['params']>;

/** What a client sends. */
export type InputOf<C extends Call> = z.input<C['params']>;

/** The names of the uploaded parts. */
export type FilesOf<C extends Call> =
  C extends Call<z.ZodObject, z.ZodType | 'blob', infer F> ? keyof F : never;

/** What a client receives in `data`; `B` is how its platform holds bytes. */
export type ResultOf<C extends Call, B> = C['response'] extends z.ZodType ? z.output<C['response']> : B;

/** What a handler returns: the input of the reply's schema. */
export type AnswerOf<C extends Call> = C['response'] extends z.ZodType ? z.input<C['response']> : never;
