import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hexSchema } from '../../../chain/abi.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { withDigest } from '../../../platform/dynamodb/item-digest.ts';
import { queryAll } from '../../../platform/dynamodb/query-all.ts';
import { fixedPrefixOf, ITEMS } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import type { VaultPositionKey } from './chain-journal.ts';

const vaultHoldingSchema = /* @__PURE__ */ z.object({
  chain: z.string(),
  chain_id: z.int(),
  vault: hexSchema,
  wallet: hexSchema,
  strategy_id: z.string(),
  user_id: z.nullable(z.string()),
  asset: z.string(),
  decimals: z.int(),
  share_decimals: z.int(),
});
/**
 * The record that lets an account see a wallet's shares in a vault, with the end user to whom the shares belong.
 */
export type VaultHolding = z.infer<typeof vaultHoldingSchema>;

/**
 * Returns the write that lets an account see a wallet's shares in a vault. The write fails if these shares
 * already belong to another end user of the account.
 */
export function buildVaultHoldingWrite(account: string, vaultHolding: VaultHolding): Write {
  const { chain, vault, wallet } = vaultHolding;
  return {
    Put: {
      Item: withDigest({ ...ITEMS.vaultHolding.key({ account, chain, vault, wallet }), ...vaultHolding }),
      ConditionExpression: 'attribute_not_exists(pk) OR user_id = :user',
      ExpressionAttributeValues: { ':user': vaultHolding.user_id },
    },
  };
}

export const parseVaultHolding = (item: unknown): VaultHolding => vaultHoldingSchema.parse(item);

/**
 * Returns an account's vault holding for a wallet and a vault. Returns undefined if the account must not see
 * the wallet's shares in this vault.
 */
export async function readVaultHolding(
  table: Table,
  account: string,
  { chain, vault, wallet }: VaultPositionKey,
): Promise<VaultHolding | undefined> {
  const Key = ITEMS.vaultHolding.key({ account, chain, vault, wallet });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return item === undefined ? undefined : vaultHoldingSchema.parse(item);
}

/** Returns all vault holdings of an account, sorted by chain, vault and wallet. */
export async function readVaultHoldings(table: Table, account: string): Promise<VaultHolding[]> {
  const { pk } = ITEMS.vaultHolding.key({ account, chain: '', vault: '', wallet: '' });
  const items = await queryAll(table, { pk, sk: fixedPrefixOf(ITEMS.vaultHolding.template.sk) });
  return items.map((item) => vaultHoldingSchema.parse(item));
}
