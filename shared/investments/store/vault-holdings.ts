import * as z from 'zod/mini';
import { hexText } from '../../chain/abi.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';

const holding = /* @__PURE__ */ z.object({
  chain: z.string(),
  chain_id: z.optional(z.int()),
  vault: hexText,
  wallet: hexText,
  strategy_id: z.string(),
  user_id: z.nullable(z.string()),
  asset: z.string(),
  decimals: z.int(),
  share_decimals: z.int(),
});
/** That an account follows what a wallet holds in a vault, and for which of its users. */
export type VaultHolding = z.infer<typeof holding>;

/** The write that has an account see what a wallet holds in a vault. */
export function vaultHoldingWrite(account: string, value: VaultHolding): Write {
  const { chain, vault, wallet } = value;
  return { Put: { Item: { ...ITEMS.vaultHolding.key({ account, chain, vault, wallet }), ...value } } };
}

/** All that an account follows, by chain, vault and wallet. */
export async function readVaultHoldings(table: Table, account: string): Promise<VaultHolding[]> {
  const { pk } = ITEMS.vaultHolding.key({ account, chain: '', vault: '', wallet: '' });
  const items = await queryAll(table, { pk, sk: 'VAULT#' });
  return items.map((item) => holding.parse(item));
}
