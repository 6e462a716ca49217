import { defaultTable } from '../../platform/dynamodb/client.ts';
import {
  type LoadedSnapshot,
  type ReaderLog,
  SnapshotReader,
} from '../../platform/dynamodb/snapshots/snapshot-reader.ts';
import {
  decodeMarketSnapshot,
  emptyMarketSnapshot,
  MARKET_SNAPSHOT,
  type MarketSnapshot,
} from '../domain/market-snapshot.ts';

/** What a service needs of the request to read a snapshot. */
export interface ReadContext {
  readonly now: Date;
  readonly log: ReaderLog;
}

const reader = new SnapshotReader({
  name: MARKET_SNAPSHOT,
  table: defaultTable,
  decode: decodeMarketSnapshot,
  empty: emptyMarketSnapshot,
});

/** Prices and TVL histories, from memory; of nothing before the first ingestion. */
export function currentMarket({ now, log }: ReadContext): Promise<LoadedSnapshot<MarketSnapshot>> {
  return reader.current(now, log);
}
