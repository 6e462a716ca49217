import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hexSchema } from '../../chain/abi.ts';
import { createLazily } from '../../platform/domain/create-lazily.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { withDigest } from '../../platform/dynamodb/item-digest.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { write } from '../../platform/dynamodb/write.ts';
import type { VaultObservation } from '../domain/vault-figures.ts';

const vaultSchema = /* @__PURE__ */ createLazily(() =>
  z.object({
    strategy_id: z.string(),
    chain: z.string(),
    /** Address of the vault in lower case. */
    address: hexSchema,
    asset: z.object({ address: hexSchema, symbol: z.string(), decimals: z.int() }),
    share_decimals: z.int(),
    added_at: z.string(),
    /** Whether an operator has closed the vault for deposits. Withdrawals remain possible. */
    closed: z.boolean(),
    /** Fees that the vault itself charges, in percent. */
    fees: z.object({
      entry_percent: z.number(),
      exit_percent: z.number(),
      performance_percent: z.nullable(z.number()),
    }),
    /** Whether balances of the asset or of the shares change without a transfer. The operator sets this field. */
    rebasing: z.boolean(),
    /** Domain of permit signatures for the asset (EIP-2612). Undefined if the asset does not support permits. */
    permit: z.optional(z.object({ name: z.string(), version: z.nullable(z.string()) })),
    /**
     * Pool and protocol of the vault's strategy. Set only if the market-data source does not list the strategy, because
     * the ingestion then adds the strategy itself.
     */
    listing: z.optional(z.object({ pool: z.string(), protocol: z.string() })),
  }),
);
/** An ERC-4626 vault that an operator has registered for a strategy. The vault's properties are read from its chain. */
export type Vault = z.infer<ReturnType<typeof vaultSchema>>;

export async function putVault(table: Table, vault: Vault): Promise<void> {
  const Item = withDigest({ ...ITEMS.vault.key({ id: vault.strategy_id }), ...vault });
  await write(table, { Put: { Item } });
}

export function parseVault(item: unknown): Vault {
  return vaultSchema().parse(item);
}

export async function readVault(table: Table, strategyId: string): Promise<Vault | undefined> {
  const Key = ITEMS.vault.key({ id: strategyId });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return item === undefined ? undefined : parseVault(item);
}

/** Returns every registered vault. */
export async function readVaults(table: Table): Promise<Vault[]> {
  const items = await queryAll(table, ITEMS.vault.key({ id: '' }));
  return items.map(parseVault);
}

const vaultFiguresSchema = /* @__PURE__ */ createLazily(() => {
  const amount = z.pipe(
    z.string(),
    z.transform((text: string) => BigInt(text)),
  );
  return z.object({ rows: z.array(z.tuple([z.int(), amount, amount, z.int()])) });
});

/** The stored observations of a vault, oldest first. */
type VaultObservations = readonly VaultObservation[];

export async function readVaultObservations(
  table: Table,
  strategyId: string,
  { consistent = false }: { readonly consistent?: boolean } = {},
): Promise<VaultObservations> {
  const Key = ITEMS.vaultFigures.key({ id: strategyId });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: consistent }),
  );
  if (item === undefined) return [];
  return vaultFiguresSchema()
    .parse(item)
    .rows.map(([atMs, price, assets, block]) => ({ atMs, price, assets, block }));
}

/** Replaces the stored observations of a strategy's vault. */
export async function recordVaultFigures(
  table: Table,
  strategyId: string,
  observations: VaultObservations,
): Promise<void> {
  const rows = observations.map(({ atMs, price, assets, block }) => [
    ...[atMs, String(price), String(assets), block],
  ]);
  await write(table, { Put: { Item: withDigest({ ...ITEMS.vaultFigures.key({ id: strategyId }), rows }) } });
}
