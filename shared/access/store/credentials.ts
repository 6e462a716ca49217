import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { SCOPES } from '../../platform/contract/scopes.ts';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';

/**
 * A credential as it is stored, under the hash of its text. It changes seldom: what requests write stands on the item
 * of the account. Who changes what requests are decided by moves the account's stamp on afterwards.
 */
export const credentialItem = z.object({
  id: z.string(),
  /** The hash under which it is stored. */
  hash: z.string(),
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
  /** The address from which a session began. */
  source_ip: z.optional(z.string()),
  /** What the browser or program calls itself in which a session began. */
  user_agent: z.optional(z.string()),
  /** What the client called the wallet by which a session began. */
  wallet_app: z.optional(z.string()),
  /** Addresses and ranges that a key may be used from; absent for everywhere. */
  allowed_ips: z.optional(z.array(z.string())),
});
export type CredentialItem = z.infer<typeof credentialItem>;

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
