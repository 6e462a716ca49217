import type { Table } from '../../platform/dynamodb/client.ts';
import { readSnapshot, readSnapshotHead } from '../../platform/dynamodb/snapshots/snapshots.ts';
import { decodeMarketSnapshot, MARKET_SNAPSHOT_NAME } from '../domain/market-snapshot.ts';
import { createPriceLookup } from '../domain/price-lookup.ts';
import type { CurrentPrices } from './current-prices.ts';

/** Reads the latest prices directly from a table, for the commands of operators. */
export async function readStoredPrices(table: Table): Promise<CurrentPrices> {
  const head = await readSnapshotHead(table, MARKET_SNAPSHOT_NAME, { consistent: true });
  if (head === undefined) return { priceOf: () => undefined, asOf: null };
  const { prices } = decodeMarketSnapshot(await readSnapshot(table, MARKET_SNAPSHOT_NAME, head.current));
  return {
    priceOf: createPriceLookup(prices.map(({ asset, price }) => [asset, price])),
    asOf: head.current.asOf,
  };
}
