import * as z from 'zod/mini';
import { hexSchema } from '../../../chain/abi.ts';
import { createLazily } from '../../../platform/domain/create-lazily.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { withDigest } from '../../../platform/dynamodb/item-digest.ts';
import { queryAll } from '../../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../../platform/dynamodb/table.ts';
import { write } from '../../../platform/dynamodb/write.ts';
import { bigintTextSchema } from '../../domain/encoding/big-text.ts';

const getComparisonItemSchema = /* @__PURE__ */ createLazily(() =>
  z.object({
    strategy_id: z.string(),
    vault: hexSchema,
    wallets: z.int(),
    /** Time of the last attempt to compare the vault. The attempt may have failed. */
    asked_at_ms: z.int(),
    /** The result of the last successful comparison; absent if no comparison has succeeded yet. */
    found: z.optional(
      z.object({
        at_ms: z.int(),
        block: z.int(),
        owed: bigintTextSchema,
        held: bigintTextSchema,
        lacking: bigintTextSchema,
        lacking_wallets: z.int(),
        unknown_wallets: z.int(),
      }),
    ),
  }),
);
/** The last comparison of a vault's shares in the journals with the shares on the chain. */
export type StoredComparison = z.infer<ReturnType<typeof getComparisonItemSchema>>;

/** Returns the stored comparisons, by strategy id. */
export async function readVaultComparisons(table: Table): Promise<ReadonlyMap<string, StoredComparison>> {
  const items = await queryAll(table, ITEMS.vaultComparison.key({ id: '' }));
  const comparisons = items.map((item) => getComparisonItemSchema().parse(item));
  return new Map(comparisons.map((each) => [each.strategy_id, each]));
}

export async function putVaultComparison(table: Table, { found, ...rest }: StoredComparison): Promise<void> {
  const text = found && {
    ...found,
    owed: String(found.owed),
    held: String(found.held),
    lacking: String(found.lacking),
  };
  const key = ITEMS.vaultComparison.key({ id: rest.strategy_id });
  await write(table, { Put: { Item: withDigest({ ...key, ...rest, ...(text && { found: text }) }) } });
}

export async function deleteVaultComparison(table: Table, strategyId: string): Promise<void> {
  await write(table, { Delete: { Key: ITEMS.vaultComparison.key({ id: strategyId }) } });
}
