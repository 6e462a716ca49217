import { type CredentialItem, getCredentials } from '../../access/credentials.ts';
import { ApiError } from '../../platform/contract/errors.ts';
import { type Accounts, issueCredential, recorded } from '../credentials.ts';
import { type ApiKeyEntry, findReplaced, requireApiKey } from '../store/api-key-entries.ts';
import { changeApiKey, replaceApiKey } from '../store/api-keys.ts';
import { requireUser } from '../users.ts';
import { iso, newKeyView, type RotatedKeyView, statusOf } from './api-key-views.ts';
import { type Attach, attachNothing, retrying } from './api-keys.ts';
import { shortenDescendants } from './key-descendants.ts';
import { expiryMicros, latestFor, latestOfSuccessor } from './key-expiry.ts';
import { descentOfSuccessor, isSoleMaker, lineOf } from './key-lines.ts';
import { type Maker, readMaker } from './key-makers.ts';
import { handedOn, requireScopes } from './key-restrictions.ts';
import { endDescendants } from './key-revocation.ts';

export interface RotateOptions {
  readonly overlap_seconds: number;
  /** The new key's expiry; the old key's own when absent. */
  readonly expires_at?: string | null | undefined;
  /** Whether what the key has made ends with the rotation; without a word, where the old key ends at once. */
  readonly end_descendants?: boolean | undefined;
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

/** What a rotation is told by: a key that the old one had replaced itself has ended with it. */
function rotationEvents({ id, previous }: RotatedKeyView, predecessor: Pick<ApiKeyEntry, 'id'> | undefined) {
  const ended = { type: 'api_key.revoked', details: { replaced_by: previous.id } } as const;
  const details = { replaced_by: id, works_until: previous.expires_at };
  const rotated = { type: 'api_key.rotated', subject: previous.id, details } as const;
  return predecessor === undefined ? [rotated] : [{ ...ended, subject: predecessor.id }, rotated];
}

/** The key that `keyId` has replaced itself, and as what it was read if it is the one that rotates. */
async function predecessorOf({ table }: Accounts, userId: string, keyId: string, maker: CredentialItem) {
  const entry = await findReplaced(table, userId, keyId);
  return entry?.id === maker.id ? { ...entry, read: { hash: entry.hash, version: maker.version } } : entry;
}

/** The key that takes the place of `keyId`, and what it is put there with. Nothing is changed yet. */
async function prepare(
  accounts: Accounts,
  maker: Maker,
  keyId: string,
  { overlap_seconds, expires_at: asked }: RotateOptions,
  now: Date,
) {
  const { userId } = maker.principal;
  const old = await requireApiKey(accounts.table, userId, keyId);
  const item = await requireRotatable(accounts, old, now);
  const user = await requireUser(accounts, userId);
  const made = await readMaker(accounts, maker, user, item);
  requireScopes(made.principal, item.scopes);
  const restrictions = handedOn(made.principal, item);
  const latest = isSoleMaker(made.item, item)
    ? latestFor(made.principal)
    : latestOfSuccessor(made.principal, item);
  const expiry = { asked, otherwise: item.expires_micros ?? null, latest };
  const overlapEnds = (now.getTime() + overlap_seconds * 1_000) * 1_000;
  const rotation = {
    old,
    read: { hash: old.hash, version: item.version },
    oldExpiresMicros: Math.min(overlapEnds, item.expires_micros ?? overlapEnds),
    predecessor: await predecessorOf(accounts, userId, keyId, made.item),
  };
  const options = {
    kind: 'api_key',
    name: item.name,
    scopes: item.scopes,
    expiresMicros: expiryMicros(expiry, now),
    madeBy: made.item.id,
    descent: descentOfSuccessor(item, made.item, now),
    ...restrictions,
  } as const;
  return { user, item, made, rotation, issued: issueCredential(accounts, user, options, now) };
}

type Prepared = Awaited<ReturnType<typeof prepare>>;

/** When the last of the line ends of which the rotation makes two; undefined for never. */
function latestOf({ rotation, issued }: Prepared): number | undefined {
  const { expires_micros } = issued.item;
  return expires_micros === undefined ? undefined : Math.max(expires_micros, rotation.oldExpiresMicros);
}

const endsDescendants = ({ overlap_seconds, end_descendants = overlap_seconds === 0 }: RotateOptions) =>
  end_descendants;

/**
 * Holds what the line has made to what there is of it; false where the key was changed meanwhile. What the key does
 * otherwise it does until it is replaced, so that whoever is interrupted can begin anew, also with the key itself.
 */
async function holdDescendants(accounts: Accounts, { user, item, made, rotation }: Prepared) {
  if (item.settled_by !== undefined) return true;
  const conditions = made.item.id === item.id ? [] : [made.isUnchanged];
  return changeApiKey(accounts.table, user.id, rotation.read, { settled_by: made.item.id }, conditions);
}

/** What the line has made ends with it where that is asked, and otherwise never after the last of the line. */
async function settleDescendants(
  accounts: Accounts,
  prepared: Prepared,
  options: RotateOptions,
  now: Date,
): Promise<void> {
  const { user, item, made } = prepared;
  const line = { id: lineOf(item), because: item.id };
  const except = made.item.id;
  if (endsDescendants(options)) await endDescendants(accounts, user.id, { ...line, except }, now);
  const latestMicros = latestOf(prepared);
  if (latestMicros !== undefined) {
    await shortenDescendants(accounts, user.id, { ...line, latestMicros }, now);
  }
}

/** Replaces the key once what it has made is settled; undefined where anything of it was changed meanwhile. */
async function replaceKey(
  accounts: Accounts,
  { user, item, made, rotation, issued }: Prepared,
  now: Date,
  attach: Attach<RotatedKeyView>,
): Promise<RotatedKeyView | undefined> {
  const previous = { id: item.id, expires_at: iso(rotation.oldExpiresMicros) };
  const view: RotatedKeyView = { ...newKeyView(issued, now), previous };
  const { predecessor } = rotation;
  // Whoever rotates itself or its successor is changed by the transaction, which asks for them by itself.
  const isChanged = made.item.id === item.id || made.item.id === predecessor?.id;
  const conditions = isChanged ? [] : [made.isUnchanged];
  const events = await Promise.all(
    rotationEvents(view, predecessor).map((event) => recorded(accounts, { userId: user.id, ...event }, now)),
  );
  const writes = [...conditions, ...events, ...(await attach(view))];
  const isReplaced = await replaceApiKey(accounts.table, user, { ...rotation, ...issued }, now, writes);
  return isReplaced ? view : undefined;
}

/**
 * Puts a new key with the same name and scopes in the place of an old one, which goes on working for the overlap. At
 * most two of a line of keys live at one time: what the old key had replaced itself ends now. What changes of what the
 * line has made is done before, and until then neither the line nor any of it makes a key: there is an end to it.
 */
export function rotateKey(
  accounts: Accounts,
  maker: Maker,
  keyId: string,
  options: RotateOptions,
  now: Date,
  attach: Attach<RotatedKeyView> = attachNothing,
) {
  return retrying(async () => {
    let prepared = await prepare(accounts, maker, keyId, options, now);
    if (endsDescendants(options) || latestOf(prepared) !== undefined) {
      if (!(await holdDescendants(accounts, prepared))) return undefined;
      prepared = await prepare(accounts, maker, keyId, options, now);
      await settleDescendants(accounts, prepared, options, now);
    }
    return replaceKey(accounts, prepared, now, attach);
  });
}
