import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Hex } from '../../chain/multicall.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { write } from '../../platform/dynamodb/write.ts';

export const hexText = z.custom<Hex>((value) => typeof value === 'string' && /^0x[0-9a-f]*$/.test(value));

const vault = z.object({
  strategy_id: z.string(),
  chain: z.string(),
  /** Addresses in lower case. */
  address: hexText,
  asset: z.object({ address: hexText, symbol: z.string(), decimals: z.int() }),
  share_decimals: z.int(),
  added_at: z.string(),
});
/** An ERC-4626 vault that an operator has registered for a strategy, as it was found on its chain. */
export type Vault = z.infer<typeof vault>;

export async function putVault(table: Table, value: Vault): Promise<void> {
  const Item = { ...ITEMS.vault.key({ id: value.strategy_id }), ...value };
  await write(table, { Put: { Item } });
}

export async function deleteVault(table: Table, strategyId: string): Promise<void> {
  const Key = ITEMS.vault.key({ id: strategyId });
  await write(table, { Delete: { Key } });
}

/** The vault of a strategy; undefined when it has none. */
export async function readVault(table: Table, strategyId: string): Promise<Vault | undefined> {
  const Key = ITEMS.vault.key({ id: strategyId });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return item === undefined ? undefined : vault.parse(item);
}

/** Every registered vault. */
export async function readVaults(table: Table): Promise<Vault[]> {
  const items = await queryAll(table, ITEMS.vault.key({ id: '' }));
  return items.map((item) => vault.parse(item));
}
