import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { CredentialItem } from './credentials.ts';

/** A revoked credential is kept this long for whoever looks into its use. */
export const KEEP_REVOKED_SECONDS = 30 * 86_400;

export const expirySeconds = (micros: number) => Math.ceil(micros / 1_000_000);

/** The write that stores a new credential; it fails if the hash is taken. */
export function putCredential(item: CredentialItem, hash: string, ttlSeconds?: number): Write {
  const ttl = ttlSeconds === undefined ? {} : { [TABLE.ttlAttribute]: ttlSeconds };
  return {
    Put: {
      Item: { ...ITEMS.credential.key({ hash }), ...item, ...ttl },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

/** The write that ends a credential at once. */
export function revokeCredential(hash: string, now: Date): Write {
  return {
    Update: {
      Key: ITEMS.credential.key({ hash }),
      UpdateExpression: 'SET #status = :revoked, #ttl = :ttl',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeNames: { '#status': 'status', '#ttl': TABLE.ttlAttribute },
      ExpressionAttributeValues: {
        ':revoked': 'revoked',
        ':ttl': Math.ceil(now.getTime() / 1_000) + KEEP_REVOKED_SECONDS,
      },
    },
  };
}

/** What a transaction asks that may go on only while a credential works. */
export function requireActiveCredential(hash: string): Write {
  return {
    ConditionCheck: {
      Key: ITEMS.credential.key({ hash }),
      ConditionExpression: '#status = :active',
      ExpressionAttributeNames: { '#status': 'status' },
      ExpressionAttributeValues: { ':active': 'active' },
    },
  };
}
