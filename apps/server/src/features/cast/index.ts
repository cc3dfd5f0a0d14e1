export { castHandlers, insertNarration } from './cast.handlers.ts';
export { castReactions } from './cast.reactions.ts';
export { defaultStyle } from './cast.shapes.ts';
export { findRole, insertRole, refreshRoleCount, roleNameKey, setVoice } from './cast.store.ts';
