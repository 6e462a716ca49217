import { type CredentialItem, getCredentials, requireUnchanged } from '../../access/credentials.ts';
import { credentialHash } from '../../access/domain/credential.ts';
import { principalOf } from '../../access/principal.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { CREDENTIAL_MESSAGES } from '../../platform/contract/headers.ts';
import type { Principal, RequestContext } from '../../platform/request.ts';
import type { Accounts } from '../credentials.ts';
import { listApiKeys } from '../store/api-key-entries.ts';
import type { UserItem } from '../store/users.ts';
import { comesFrom, lineOf, linesInChange, withOtherLimit } from './key-lines.ts';

/** Who makes or changes a key: nothing may be granted beyond what the presented credential has. */
export interface Maker {
  readonly principal: Principal;
  readonly presentedCredential: string;
}

/** The caller of a request, as who makes or changes a key. */
export function makerOf({
  principal,
  presentedCredential,
}: Pick<RequestContext, 'presentedCredential'> & { readonly principal: Principal }): Maker {
  if (presentedCredential === undefined) throw new Error('An authenticated request lacks its credential');
  return { principal, presentedCredential };
}

/**
 * A tree of keys that is being ended, and keys whose limit is being changed, are no more than those that there are:
 * otherwise what comes of them in the meantime could keep whoever changes them from ever being done.
 */
async function requireNotInChange(
  { table }: Accounts,
  item: CredentialItem,
  rotated: CredentialItem | undefined,
): Promise<void> {
  const keys = await listApiKeys(table, item.user_id);
  const lines = linesInChange(keys);
  // Whoever has begun a rotation may bring it to its end.
  if (rotated?.settled_by === item.id) lines.delete(lineOf(rotated));
  if (!comesFrom(keys, item, lines) && withOtherLimit(keys, item).length === 0) return;
  throw new ApiError('forbidden', {
    message:
      'A key from which the presented one comes is being ended or rotated, or the limit that it shares is being changed: ' +
      'until that is done it makes and changes no keys. Whoever began it repeats it if it was interrupted.',
  });
}

/**
 * The credential that makes, rotates or changes a key, as it is stored now and not as it was when it was presented, and
 * the condition that it still is so when that is done.
 *
 * @param rotated the key that it rotates
 * @throws ApiError unauthorized where it has ended since it was presented; forbidden for a key while what it comes from
 * is being ended or rotated, or its limit is being changed
 */
export async function readMaker(
  accounts: Accounts,
  { presentedCredential }: Maker,
  user: UserItem,
  rotated?: CredentialItem,
) {
  const hash = credentialHash(presentedCredential);
  const [item] = await getCredentials(accounts.table, [hash]);
  if (item?.status !== 'active')
    throw new ApiError('unauthorized', { message: CREDENTIAL_MESSAGES.unusable });
  if (item.kind === 'api_key') await requireNotInChange(accounts, item, rotated);
  const { version } = item;
  return { item, principal: principalOf(item, user), isUnchanged: requireUnchanged({ hash, version }) };
}
