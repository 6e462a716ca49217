import { ROLE_SCOPES } from '../platform/contract/scopes.ts';
import type { Principal } from '../platform/request.ts';
import type { Account } from './domain/account.ts';
import type { CredentialItem } from './store/credentials.ts';

/**
 * Returns the authenticated caller. A session has all scopes that its user's role allows. For an API key,
 * returns the scopes of the key that the role also allows.
 */
export function principalOf(
  { id, hash, kind, scopes, created_at: createdAt }: CredentialItem,
  { id: userId, role, plan }: Pick<Account, 'id' | 'role' | 'plan'>,
): Principal {
  const roleScopes = ROLE_SCOPES[role];
  return {
    credentialId: id,
    credentialHash: hash,
    kind,
    userId,
    role,
    scopes: kind === 'session' ? roleScopes : scopes.filter((scope) => roleScopes.includes(scope)),
    plan,
    createdAt,
  };
}
