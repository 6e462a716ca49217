import { defaultTable } from '../../platform/dynamodb/client.ts';
import {
  type LoadedSnapshot,
  type ReaderLog,
  SnapshotReader,
} from '../../platform/dynamodb/snapshots/snapshot-reader.ts';
import {
  createEmptyMarketSnapshot,
  decodeMarketSnapshot,
  MARKET_SNAPSHOT_NAME,
  type MarketSnapshot,
} from '../domain/market-snapshot.ts';

export interface ReadContext {
  readonly now: Date;
  readonly log: ReaderLog;
}

const marketSnapshotReader = new SnapshotReader({
  name: MARKET_SNAPSHOT_NAME,
  table: defaultTable,
  decode: decodeMarketSnapshot,
  empty: createEmptyMarketSnapshot,
});

/** Returns the cached prices and TVL histories. They are empty before the first ingestion. */
export function readCurrentMarket({ now, log }: ReadContext): Promise<LoadedSnapshot<MarketSnapshot>> {
  return marketSnapshotReader.current(now, log);
}
