import * as z from 'zod/mini';
import { endOfAccountWrite } from '../../access/credentials.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { SingleWrite } from '../../platform/dynamodb/write.ts';
import { kindOf } from './erasure-rules.ts';
import { addressAtEnd, isOf, isWithin, knownOf, rest, type StoredItem } from './stored-item.ts';

/** Ids by which further items are known to be a user's: of their credentials, connections, intents and endpoints. */
export function ownedId(item: StoredItem, userId: string): string | undefined {
  const { pk, id, user_id, owner, owner_id, account } = knownOf(item);
  if (isOf(pk, 'credential') && user_id === userId) return id;
  if (isOf(pk, 'walletConnection') && owner === userId) return id;
  if (isOf(pk, 'webhookPlace') && account === userId) return id;
  return isOf(pk, 'intent') && isWithin(owner_id, userId) ? id : undefined;
}

/** The wallet that an item ties to an account, in lower case, and whose account it is; undefined where there is none. */
export function walletIn(
  item: StoredItem,
): { readonly wallet: string; readonly account: string } | undefined {
  const { pk, user_id, owner, owner_id, wallet, wallet_address } = knownOf(item);
  const tied = (address: string, account: string) => ({ wallet: address.toLowerCase(), account });
  if (isOf(pk, 'vaultHolding')) return tied(wallet, rest(pk, 'vaultHolding'));
  if (isOf(pk, 'intent')) return tied(wallet, owner_id.split('/')[0] ?? owner_id);
  if (isOf(pk, 'walletConnection') && owner !== '') return tied(wallet_address, owner);
  return isOf(pk, 'walletLogin') ? tied(addressAtEnd(pk), user_id) : undefined;
}

/**
 * Whether further items are known to be a user's by this one alone: it goes after them, so that an erasure that was cut
 * short finds the rest when it is run again.
 */
export function leadsFurther(item: StoredItem, userId: string): boolean {
  return ownedId(item, userId) !== undefined || walletIn(item)?.account === userId;
}

/** Attributes by which an item says who acted, and from where, by its kind. */
const ACTED = {
  auditEvent: ['actor.id', 'actor.user_id', 'source_ip'],
  walletEvent: ['actor_id', 'credential_id'],
} as const;

/** The write after which an item about others does not say any more who acted. */
export function loseActorWrite(item: StoredItem): SingleWrite {
  const { pk, sk } = knownOf(item);
  const kind = kindOf({ pk, sk });
  if (kind !== 'auditEvent' && kind !== 'walletEvent') throw new Error(`${kind} does not say who acted`);
  return {
    Update: {
      Key: { pk, sk },
      UpdateExpression: `SET ${ACTED[kind].map((name) => `${name} = :none`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':none': null },
    },
  };
}

/** Writes in progress while a user is erased may arrive afterwards; after this time none can. */
const END_SECONDS = 30 * 86_400;

/**
 * The writes that end an account and its events, so that its requests, and jobs that still process its changes or
 * events, can no longer write.
 */
export function endWrites(userId: string, now: Date): SingleWrite[] {
  const ttl = Math.ceil(now.getTime() / 1_000) + END_SECONDS;
  const Item = { ...ITEMS.eventHead.key({ account: userId }), erased: true, [TABLE.ttlAttribute]: ttl };
  return [endOfAccountWrite(userId, ttl), { Put: { Item } }];
}

const HIDDEN = new Set(['pk', 'sk', 'ttl', 'hash', 'secrets']);

function plain(name: string, value: unknown): unknown {
  if (HIDDEN.has(name)) return undefined;
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

/**
 * An item as its user may have it: without keys of the table, and without what secrets are known by; great numbers as
 * digits, bytes in base64.
 */
export function exported(item: StoredItem): StoredItem {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(item, plain)));
}
