import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { SCOPES } from '../../platform/contract/scopes.ts';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { BucketLimits } from '../domain/rate-limit.ts';

/**
 * A credential as it is stored, under the hash of its text. It changes seldom: what requests write stands on the item
 * of the account. Who changes what requests are decided by moves the account's stamp on afterwards.
 */
export const credentialItem = z.object({
  id: z.string(),
  kind: z.enum(['api_key', 'session']),
  user_id: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  status: z.enum(['active', 'revoked']),
  /** Raised by every change of what a key carries; absent where there was none. */
  version: z.optional(z.number()),
  /** Id of the last of those changes by which requests are decided; absent where there was none. */
  change: z.optional(z.string()),
  name: z.optional(z.string()),
  hint: z.string(),
  created_at: z.string(),
  /** Microseconds since the epoch; absent for a credential that never expires. */
  expires_micros: z.optional(z.number()),
  /** Id of the credential that made a key, or `operator`. */
  made_by: z.optional(z.string()),
  /** Id of the first of the keys that have replaced each other up to this one; absent where it is this one. */
  line: z.optional(z.string()),
  /** The lines of keys, sessions or operators that a key comes from, each with when it made it. */
  makers: z.optional(z.array(z.object({ id: z.string(), at: z.string() }))),
  /**
   * Id of the credential that is rotating the key and settles what it has made first: until that is done, neither it nor
   * anything that comes from it makes a key.
   */
  settled_by: z.optional(z.string()),
  /** The address from which a session began. */
  source_ip: z.optional(z.string()),
  /** What the browser or program calls itself in which a session began. */
  user_agent: z.optional(z.string()),
  /** What the client called the wallet by which a session began. */
  wallet_app: z.optional(z.string()),
  /** A limit of the key's own, below the account's. */
  limits: z.optional(z.object({ requests_per_minute: z.number(), burst: z.number() })),
  /** The line of keys with which a key shares its limit; absent where that is its own. */
  shares_limit: z.optional(z.string()),
  /** Addresses and ranges that a key may be used from; absent for everywhere. */
  allowed_ips: z.optional(z.array(z.string())),
});
export type CredentialItem = z.infer<typeof credentialItem>;

/** The limit of a key's own; undefined where it has none. */
export function ownLimitsOf({ limits }: CredentialItem): BucketLimits | undefined {
  return limits && { requestsPerMinute: limits.requests_per_minute, burst: limits.burst };
}

/**
 * The line of keys whose bucket a key's own limit is: all that a limited key makes and all that takes its place draws from
 * the one bucket, or a key could have as many as it likes.
 */
export function limitLineOf({ id, line, shares_limit }: CredentialItem): string {
  return shares_limit ?? line ?? id;
}

/** Whether the credential may be used at a moment, in microseconds since the epoch. */
export function isUsable({ status, expires_micros }: CredentialItem, now: number): boolean {
  return status === 'active' && (expires_micros === undefined || expires_micros > now);
}

/** One credential, as it is at this moment. */
export async function getCredential(table: Table, hash: string): Promise<CredentialItem | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.credential.key({ hash }), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : credentialItem.parse(Item);
}

/** The credentials of these hashes that exist, in no particular order. */
export async function getCredentials(table: Table, hashes: readonly string[]): Promise<CredentialItem[]> {
  const keys = hashes.map((hash) => ITEMS.credential.key({ hash }));
  return (await batchGet(table, keys, { consistent: true })).map((item) => credentialItem.parse(item));
}
