import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { SCOPES } from '../../platform/contract/scopes.ts';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';

/** A stored credential. After every change that affects requests, the account's cache version must increase. */
export const credentialItemSchema = z.object({
  id: z.string(),
  /** Hash of the credential's text. */
  hash: z.string(),
  kind: z.enum(['api_key', 'session']),
  user_id: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  status: z.enum(['active', 'revoked']),
  /** Number of changes by `buildCredentialChangeWrite`. Absent before the first change. */
  version: z.optional(z.number()),
  /** Id of the last change that affects requests, such as a revocation. Absent if there was none. */
  change: z.optional(z.string()),
  name: z.optional(z.string()),
  hint: z.string(),
  created_at: z.string(),
  /** Expiry in epoch microseconds. Absent if the credential never expires. */
  expires_micros: z.optional(z.number()),
  /** IP address from which a session was started. */
  source_ip: z.optional(z.string()),
  user_agent: z.optional(z.string()),
  /** Name of the wallet app that signed in. The client sends it, and it is not verified. */
  wallet_app: z.optional(z.string()),
  /** Address allowlist of a key. If it is absent, any address is allowed. */
  allowed_ips: z.optional(z.array(z.string())),
});
export type CredentialItem = z.infer<typeof credentialItemSchema>;

/** Returns whether the credential can be used at the time `now` (epoch microseconds). */
export function isUsableCredential({ status, expires_micros }: CredentialItem, now: number): boolean {
  return status === 'active' && (expires_micros === undefined || expires_micros > now);
}

export async function getCredential(table: Table, hash: string): Promise<CredentialItem | undefined> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.credential.key({ hash }), ConsistentRead: true }),
  );
  return Item === undefined ? undefined : credentialItemSchema.parse(Item);
}

/**
 * Reads the credentials with these hashes, in no particular order. The result does not contain missing
 * credentials.
 */
export async function getCredentials(table: Table, hashes: readonly string[]): Promise<CredentialItem[]> {
  const keys = hashes.map((hash) => ITEMS.credential.key({ hash }));
  return (await batchGet(table, keys, { consistent: true })).map((item) => credentialItemSchema.parse(item));
}
