export { accountHandlers } from './account.handlers.ts';
export { findDemoUser, insertUser } from './account.store.ts';
export { outboxSms } from './sms-sender.ts';
