import { type CredentialItem, getCredentials } from '../../access/credentials.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { type Accounts, issueCredential, recorded } from '../credentials.ts';
import { type ApiKeyEntry, findReplaced, requireApiKey } from '../store/api-key-entries.ts';
import { replaceApiKey } from '../store/api-keys.ts';
import { requireUser } from '../users.ts';
import { iso, newKeyView, type RotatedKeyView, statusOf } from './api-key-views.ts';
import { type Attach, attachNothing, type Maker, readMaker, requireScopes, retrying } from './api-keys.ts';
import { expiryMicros, latestFor } from './key-expiry.ts';
import { descentOfSuccessor, lineOf } from './key-lines.ts';
import { handedOn } from './key-restrictions.ts';

export interface RotateOptions {
  readonly overlap_seconds: number;
  /** The new key's expiry; the old key's own when absent. */
  readonly expires_at?: string | null | undefined;
}

async function requireRotatable(accounts: Accounts, entry: ApiKeyEntry, now: Date): Promise<CredentialItem> {
  const [item] = await getCredentials(accounts.table, [entry.hash]);
  if (item === undefined) throw new ApiError('api_key_not_found');
  const status = statusOf(item, entry, now);
  if (status === 'active') return item;
  const successor = entry.replaced_by === undefined ? '' : ` by ${entry.replaced_by}`;
  throw new ApiError('api_key_not_rotatable', {
    message: `The key is ${status}${successor}; only an active key can be rotated.`,
    details: { status, replaced_by: entry.replaced_by ?? null },
  });
}

/**
 * Puts a new key with the same name and scopes in the place of an old one, which goes on working for the overlap. At
 * most two of a line of keys live at one time: what the old key had replaced itself ends now.
 */
export async function rotateKey(
  accounts: Accounts,
  maker: Maker,
  keyId: string,
  options: RotateOptions,
  now: Date,
  attach: Attach<RotatedKeyView> = attachNothing,
) {
  const { userId } = maker.principal;
  return retrying(async () => {
    const old = await requireApiKey(accounts.table, userId, keyId);
    const item = await requireRotatable(accounts, old, now);
    requireScopes(maker.principal, item.scopes);
    const made = await readMaker(accounts, maker);
    const restrictions = handedOn(maker.principal, item);
    const latest = latestFor(maker.principal);
    const expiry = { asked: options.expires_at, otherwise: item.expires_micros ?? null, latest };
    const overlapEnds = (now.getTime() + options.overlap_seconds * 1_000) * 1_000;
    const rotation = {
      old,
      oldExpiresMicros: Math.min(overlapEnds, item.expires_micros ?? overlapEnds),
      predecessor: await findReplaced(accounts.table, userId, keyId),
    };
    const user = await requireUser(accounts, userId);
    const issued = issueCredential(
      accounts,
      user,
      {
        kind: 'api_key',
        name: item.name,
        scopes: item.scopes,
        expiresMicros: expiryMicros(expiry, now),
        madeBy: made.item.id,
        descent: descentOfSuccessor(item, made.item, now),
        ...restrictions,
      },
      now,
    );
    const previous = { id: old.id, expires_at: iso(rotation.oldExpiresMicros) };
    const view: RotatedKeyView = { ...newKeyView(issued, now), previous };
    const { table } = accounts;
    const details = { replaced_by: view.id, works_until: previous.expires_at };
    const event = { type: 'api_key.rotated', userId, subject: keyId, details } as const;
    // Whoever rotates itself or its successor is changed by the transaction, which asks for them by itself.
    const isOfLine = lineOf(made.item) === lineOf(item);
    const conditions = isOfLine ? [] : [made.stillWorks];
    const { predecessor } = rotation;
    const ended = { type: 'api_key.revoked', userId, details: { replaced_by: old.id } } as const;
    const more = predecessor ? [await recorded(accounts, { ...ended, subject: predecessor.id }, now)] : [];
    const writes = [...conditions, ...more, await recorded(accounts, event, now), ...(await attach(view))];
    return (await replaceApiKey(table, user, { ...rotation, ...issued }, now, writes)) ? view : undefined;
  });
}
