import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hexText } from '../../chain/abi.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { withDigest } from '../../platform/dynamodb/item-digest.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { write } from '../../platform/dynamodb/write.ts';
import { lazily } from '../../platform/lazily.ts';
import type { VaultObservation } from '../domain/vault-figures.ts';

const vault = /* @__PURE__ */ lazily(() =>
  z.object({
    strategy_id: z.string(),
    chain: z.string(),
    /** Addresses in lower case. */
    address: hexText,
    asset: z.object({ address: hexText, symbol: z.string(), decimals: z.int() }),
    share_decimals: z.int(),
    added_at: z.string(),
    /** Whether it takes no more deposits, as an operator has decided: what it holds is still paid. */
    closed: z.boolean(),
    /** The vault's own, in percent. */
    fees: z.object({
      entry_percent: z.number(),
      exit_percent: z.number(),
      performance_percent: z.nullable(z.number()),
    }),
    /** Whether balances of its asset or of its shares move by themselves, as an operator has declared. */
    rebasing: z.boolean(),
    /** What permits of its asset are signed for (EIP-2612); absent where the asset takes none. */
    permit: z.optional(z.object({ name: z.string(), version: z.nullable(z.string()) })),
    /** The listing of a strategy that no source lists and that is known from the chain alone. */
    listing: z.optional(z.object({ pool: z.string(), protocol: z.string() })),
  }),
);
/** An ERC-4626 vault that an operator has registered for a strategy, as it was found on its chain. */
export type Vault = z.infer<ReturnType<typeof vault>>;

export async function putVault(table: Table, value: Vault): Promise<void> {
  const Item = withDigest({ ...ITEMS.vault.key({ id: value.strategy_id }), ...value });
  await write(table, { Put: { Item } });
}

/** A vault from its item. */
export function parseVault(item: unknown): Vault {
  return vault().parse(item);
}

/** The vault of a strategy; undefined when it has none. */
export async function readVault(table: Table, strategyId: string): Promise<Vault | undefined> {
  const Key = ITEMS.vault.key({ id: strategyId });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return item === undefined ? undefined : parseVault(item);
}

/** Every registered vault. */
export async function readVaults(table: Table): Promise<Vault[]> {
  const items = await queryAll(table, ITEMS.vault.key({ id: '' }));
  return items.map(parseVault);
}

const figures = /* @__PURE__ */ lazily(() => {
  const amount = z.pipe(
    z.string(),
    z.transform((text: string) => BigInt(text)),
  );
  return z.object({ rows: z.array(z.tuple([z.int(), amount, amount, z.int()])) });
});

/** Share prices of a vault, oldest first. */
type VaultFigures = readonly VaultObservation[];

/** What was observed of a strategy's vault; empty when nothing was. */
export async function readVaultFigures(
  table: Table,
  strategyId: string,
  { consistent = false }: { readonly consistent?: boolean } = {},
): Promise<VaultFigures> {
  const Key = ITEMS.vaultFigures.key({ id: strategyId });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: consistent }),
  );
  if (item === undefined) return [];
  return figures()
    .parse(item)
    .rows.map(([atMs, price, assets, block]) => ({ atMs, price, assets, block }));
}

/** Keeps what was observed of a strategy's vault in place of what was kept before. */
export async function recordVaultFigures(
  table: Table,
  strategyId: string,
  observations: VaultFigures,
): Promise<void> {
  const rows = observations.map(({ atMs, price, assets, block }) => [
    ...[atMs, String(price), String(assets), block],
  ]);
  await write(table, { Put: { Item: withDigest({ ...ITEMS.vaultFigures.key({ id: strategyId }), rows }) } });
}
