import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { StrategyRecord } from '../contract/strategy-record.ts';

/**
 * The fields of a strategy that a deposit or withdrawal reads. The full record schema would add 10 kB of risk and
 * forecast code to each function's bundle.
 */
export const strategyTermsSchema = /* @__PURE__ */ z.object({
  id: z.string(),
  name: z.string(),
  chain: z.string(),
  asset: z.string(),
  protocol: z.string(),
  current_apy: z.number(),
  tvl: z.number(),
  min_deposit: z.number(),
  status: z.enum(['listed', 'unlisted', 'paused']),
  stablecoin: z.nullable(z.boolean()),
  underlying_assets: z.array(z.string()),
  token_addresses: z.array(z.string()),
} satisfies { readonly [Field in keyof StrategyRecord]?: z.ZodMiniType<StrategyRecord[Field]> });
export type StrategyTerms = z.infer<typeof strategyTermsSchema>;

/**
 * Returns the terms of a listed or unlisted strategy. Returns undefined if it does not exist. The read is strongly
 * consistent.
 */
export async function readStrategyTerms(table: Table, id: string): Promise<StrategyTerms | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.strategy.key({ id }), ConsistentRead: true }),
  );
  return item === undefined ? undefined : strategyTermsSchema.parse(item);
}

/** Returns the terms of strategies by strategy id. Strategies that do not exist are left out. */
export async function readStrategyTermsByIds(
  table: Table,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, StrategyTerms>> {
  const keys = [...new Set(ids)].map((id) => ITEMS.strategy.key({ id }));
  const items = await batchGet(table, keys);
  return new Map(items.map((item) => strategyTermsSchema.parse(item)).map((terms) => [terms.id, terms]));
}
