import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import type { StrategyRecord } from '../contract/strategy-record.ts';

/**
 * What a movement of money asks of a strategy's item. A schema of its own, as the whole record brings the scores of
 * risk and expectation, 10 kB, into every function that reads it.
 */
export const strategyTerms = /* @__PURE__ */ z.object({
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
export type StrategyTerms = z.infer<typeof strategyTerms>;

/** The terms of a strategy, listed or not, read consistently; undefined when there is none. */
export async function readTerms(table: Table, id: string): Promise<StrategyTerms | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.strategy.key({ id }), ConsistentRead: true }),
  );
  return item === undefined ? undefined : strategyTerms.parse(item);
}

/** The terms of some strategies by their ids, in batches of 100; those that there are not are left out. */
export async function readTermsOf(
  table: Table,
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, StrategyTerms>> {
  const keys = [...new Set(ids)].map((id) => ITEMS.strategy.key({ id }));
  const items = await batchGet(table, keys);
  return new Map(items.map((item) => strategyTerms.parse(item)).map((terms) => [terms.id, terms]));
}
