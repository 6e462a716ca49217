import * as z from 'zod/mini';
import { buildAccountEndWrite } from '../../access/credentials.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { SingleWrite } from '../../platform/dynamodb/write.ts';
import { findItemTypeName } from './erasure-rules.ts';
import {
  idInPartitionKey,
  isInPartitionOf,
  isOwnedBy,
  ownerFieldsOf,
  parseAddressFromKey,
  type StoredItem,
} from './stored-item.ts';

/**
 * Returns the item's id if the item is a credential, wallet connection, transaction or webhook endpoint of the
 * user. Other items may refer to this id.
 */
export function findOwnedItemId(item: StoredItem, userId: string): string | undefined {
  const { pk, id, user_id, owner, owner_id, account } = ownerFieldsOf(item);
  if (isInPartitionOf(pk, 'credential') && user_id === userId) return id;
  if (isInPartitionOf(pk, 'walletConnection') && owner === userId) return id;
  if (isInPartitionOf(pk, 'webhookPlace') && account === userId) return id;
  return isInPartitionOf(pk, 'vaultTransaction') && isOwnedBy(owner_id, userId) ? id : undefined;
}

/** Returns the account and the wallet that an item links to each other. The wallet is in lower case. */
export function walletLinkOf(
  item: StoredItem,
): { readonly wallet: string; readonly account: string } | undefined {
  const { pk, user_id, owner, owner_id, wallet, wallet_address } = ownerFieldsOf(item);
  const createWalletLink = (address: string, account: string) => ({ wallet: address.toLowerCase(), account });
  if (isInPartitionOf(pk, 'vaultHolding'))
    return createWalletLink(wallet, idInPartitionKey(pk, 'vaultHolding'));
  if (isInPartitionOf(pk, 'vaultTransaction'))
    return createWalletLink(wallet, owner_id.split('/')[0] ?? owner_id);
  if (isInPartitionOf(pk, 'walletConnection') && owner !== '') return createWalletLink(wallet_address, owner);
  return isInPartitionOf(pk, 'walletLogin') ? createWalletLink(parseAddressFromKey(pk), user_id) : undefined;
}

/**
 * Returns whether an item is needed to find other items of a user. An erasure deletes such items last, so that it can
 * be repeated after an interruption.
 */
export function linksOtherItems(item: StoredItem, userId: string): boolean {
  return findOwnedItemId(item, userId) !== undefined || walletLinkOf(item)?.account === userId;
}

const ACTOR_ATTRIBUTES = {
  auditEvent: ['actor.id', 'actor.user_id', 'source_ip'],
  walletEvent: ['actor_id', 'credential_id'],
} as const;

/** Returns the write that removes the erased user's id from an audit record of another account. */
export function buildActorRemovalWrite(item: StoredItem): SingleWrite {
  const { pk, sk } = ownerFieldsOf(item);
  const kind = findItemTypeName({ pk, sk });
  if (kind !== 'auditEvent' && kind !== 'walletEvent') throw new Error(`${kind} does not say who acted`);
  return {
    Update: {
      Key: { pk, sk },
      UpdateExpression: `SET ${ACTOR_ATTRIBUTES[kind].map((name) => `${name} = :none`).join(', ')}`,
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':none': null },
    },
  };
}

/**
 * Time in seconds for which an erased account stays marked as ended. Writes that were in progress during the erasure
 * end much earlier.
 */
const ERASURE_MARK_KEEP_SECONDS = 30 * 86_400;

/**
 * Returns the writes that mark an account as erased. Later writes of running requests and jobs to this account then
 * fail.
 */
export function buildAccountErasureWrites(userId: string, now: Date): SingleWrite[] {
  const ttl = Math.ceil(now.getTime() / 1_000) + ERASURE_MARK_KEEP_SECONDS;
  const Item = { ...ITEMS.eventHead.key({ account: userId }), erased: true, [TABLE.ttlAttribute]: ttl };
  return [buildAccountEndWrite(userId, ttl), { Put: { Item } }];
}

const HIDDEN_ATTRIBUTES = new Set(['pk', 'sk', 'ttl', 'hash', 'secrets']);

function toExportValue(name: string, value: unknown): unknown {
  if (HIDDEN_ATTRIBUTES.has(name)) return undefined;
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}

/** Returns an item for its user's export, without table keys, hashes and secrets. */
export function toExportItem(item: StoredItem): StoredItem {
  return z.record(z.string(), z.unknown()).parse(JSON.parse(JSON.stringify(item, toExportValue)));
}
