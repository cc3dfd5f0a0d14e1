import { CallFailed } from '@huaben/contract';

/** The ids of the roles that a refused quote names, or null when it was refused for another reason. */
export function voicelessRoleIds(error: unknown): readonly string[] | null {
  if (!(error instanceof CallFailed) || error.refusal !== 'VOICE_MISSING') return null;
  const roles = error.detail['roles'];
  if (!Array.isArray(roles)) return [];
  return roles.flatMap((role: unknown) => {
    const id = typeof role === 'object' && role !== null && 'id' in role ? role.id : role;
    return typeof id === 'string' ? [id] : [];
  });
}
