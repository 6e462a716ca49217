import { ROLE_SCOPES } from '../platform/contract/scopes.ts';
import type { Principal } from '../platform/request.ts';
import type { Account } from './domain/account.ts';
import { type CredentialItem, limitLineOf, ownLimitsOf } from './store/credentials.ts';

/** A session carries all that its user's role allows, a key what it was made with, as far as the role still allows. */
export function principalOf(
  credential: CredentialItem,
  { id: userId, role, plan }: Pick<Account, 'id' | 'role' | 'plan'>,
): Principal {
  const { id, kind, scopes, expires_micros: expiresMicros, allowed_ips: allowedIps } = credential;
  const limits = ownLimitsOf(credential);
  const allowed = ROLE_SCOPES[role];
  return {
    credentialId: id,
    kind,
    userId,
    role,
    scopes: kind === 'session' ? allowed : scopes.filter((scope) => allowed.includes(scope)),
    plan,
    ...(expiresMicros === undefined ? {} : { expiresMicros }),
    ...(limits === undefined ? {} : { limits: { ...limits, line: limitLineOf(credential) } }),
    ...(allowedIps === undefined ? {} : { allowedIps }),
  };
}
