export { apiPrefix, defineCall } from './call.ts';
export type { AnswerOf, Call, FileRule, FilesOf, InputOf, ParamsOf, ResultOf } from './call.ts';
export { CallFailed, createClient } from './client.ts';
export type { Client, Transport } from './client.ts';
export { contract } from './contract.ts';
export type { Contract } from './contract.ts';
export { novelPermissions } from './permission.ts';
export type { NovelNeed, NovelPermission, PermissionRule } from './permission.ts';
export { errorSuffix, Refusal, refusals, replyCodes } from './refusal.ts';
export type { RefusalName } from './refusal.ts';
export { refused, replyEnvelope, success } from './reply.ts';
export type { ReplyEnvelope } from './reply.ts';
export { socketEvents, socketFrame, socketTimes } from './socket-event.ts';
export type { SocketEventData, SocketEventName, SocketFrame } from './socket-event.ts';
export { narrationClassName, roleStyle } from './cast/cast.shapes.ts';
export type { RoleStyle } from './cast/cast.shapes.ts';
export { pitchRange, rateRange } from './cast/cast.calls.ts';
export {
  defaultMarkingThreshold,
  narrationDecision,
  redoConfirmation,
} from './auto-marking/auto-marking.shapes.ts';
export { maxNovelFileBytes } from './chapter/chapter.calls.ts';
export { genres } from './novel/novel.shapes.ts';
export { openApiDocument } from './openapi.ts';
