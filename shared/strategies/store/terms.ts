import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { ITEMS } from '../../platform/dynamodb/table.ts';
import { strategyRecord } from '../contract/strategy.ts';

/**
 * What a movement of money asks of a strategy's item. A schema of its own, as the whole record brings the scores of
 * risk and expectation, 10 kB, into every function that reads it.
 */
export const strategyTerms = /* @__PURE__ */ z.extend(
  /* @__PURE__ */ z.pick(strategyRecord, {
    id: true,
    name: true,
    chain: true,
    asset: true,
    current_apy: true,
    tvl: true,
    min_deposit: true,
    status: true,
    stablecoin: true,
    underlying_assets: true,
  }),
  { token_addresses: /* @__PURE__ */ z._default(/* @__PURE__ */ z.array(z.string()), []) },
);
export type StrategyTerms = z.infer<typeof strategyTerms>;

/** The terms of a strategy, listed or not, read consistently; undefined when there is none. */
export async function readTerms(table: Table, id: string): Promise<StrategyTerms | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.strategy.key({ id }), ConsistentRead: true }),
  );
  return item === undefined ? undefined : strategyTerms.parse(item);
}
