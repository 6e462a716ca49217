import * as z from 'zod/mini';
import { timeText } from '../../platform/domain/time-text.ts';
import { GROUPS, type Group } from '../contract/windows.ts';
import { packColumns, unpackColumns } from './history/columns.ts';

/** The snapshot's name in the repository. */
export const MARKET_SNAPSHOT = 'market';
/** Raised whenever the layout changes, so that an old reader refuses a new snapshot instead of misreading it. */
const FORMAT = 1;
/** Days of TVL history per group, and of price history per asset, the snapshot's own day included. */
export const TVL_HISTORY_DAYS = 365;
export const PRICE_HISTORY_DAYS = 31;
/** Groups whose history is kept, those with the highest TVL: the tail of assets is long and of little interest. */
export const GROUPS_WITH_HISTORY = 500;

const assetPrice = z.strictObject({
  asset: z.string(),
  /** USD for one whole token. */
  price: z.number(),
  /** How sure the source is, 0 to 1; null when it does not say. */
  confidence: z.nullable(z.number()),
  /** When the source observed the price. */
  asOf: timeText,
});
/** The price of an asset as the source returns it. */
export type AssetPrice = z.infer<typeof assetPrice>;

/** The TVL of a whole chain in USD, as the source counts it, with its daily history where that was read. */
export interface ChainTvl {
  readonly chain: string;
  readonly tvl: number;
  /** One entry per day, oldest first, ending on the snapshot's day; NaN where unknown. */
  readonly history?: ArrayLike<number>;
}

/** TVL by key, rows ordered by TVL, highest first. `history` holds one row of daily TVL for each of the first keys. */
export interface TvlTable {
  readonly keys: readonly string[];
  readonly tvl: readonly number[];
  readonly strategies: readonly number[];
  readonly history: readonly Float32Array[];
}

export interface MarketSnapshot {
  readonly asOf: string;
  /** The UTC day of the last column of every history, counted from 1970-01-01. */
  readonly lastDay: number;
  readonly prices: readonly AssetPrice[];
  /** One row per price, the last entry being the snapshot's day. */
  readonly priceHistory: readonly Float32Array[];
  /** TVL of whole chains; `strategies` is 0 in each row. */
  readonly networks: TvlTable;
  /** TVL of the listed strategies. */
  readonly groups: Readonly<Record<Group, TvlTable>>;
}

/** The empty snapshot, used before the first ingestion. */
export function emptyMarketSnapshot(): MarketSnapshot {
  const none: TvlTable = { keys: [], tvl: [], strategies: [], history: [] };
  return {
    asOf: new Date(0).toISOString(),
    lastDay: 0,
    prices: [],
    priceHistory: [],
    networks: none,
    groups: { chain: none, protocol: none, asset: none },
  };
}

const tableHeader = z.strictObject({
  keys: z.array(z.string()),
  tvl: z.array(z.number()),
  strategies: z.array(z.number()),
  rows: z.int().check(z.minimum(0)),
});
const header = z.strictObject({
  format: z.literal(FORMAT),
  asOf: timeText,
  lastDay: z.int(),
  prices: z.array(assetPrice),
  networks: tableHeader,
  groups: z.strictObject({ chain: tableHeader, protocol: tableHeader, asset: tableHeader }),
});

/** The snapshot as bytes, ready for the repository's compression. */
export function encodeMarketSnapshot(snapshot: MarketSnapshot): Uint8Array {
  const { asOf, lastDay, prices, priceHistory, networks, groups } = snapshot;
  const head = ({ keys, tvl, strategies, history }: TvlTable) => ({
    keys,
    tvl,
    strategies,
    rows: history.length,
  });
  return packColumns(
    {
      format: FORMAT,
      asOf,
      lastDay,
      prices,
      networks: head(networks),
      groups: { chain: head(groups.chain), protocol: head(groups.protocol), asset: head(groups.asset) },
    },
    [...priceHistory, ...networks.history, ...GROUPS.flatMap((group) => groups[group].history)],
  );
}

/** The snapshot back from `encodeMarketSnapshot`. Throws for bytes of another form. */
export function decodeMarketSnapshot(bytes: Uint8Array): MarketSnapshot {
  const packed = unpackColumns(bytes);
  const { asOf, lastDay, prices, networks, groups } = header.parse(packed.header);
  let taken = 0;
  const take = (count: number): Float32Array[] => {
    if (taken + count > packed.arrays.length) throw new RangeError('The market snapshot is cut short.');
    taken += count;
    return packed.arrays.slice(taken - count, taken);
  };
  const table = ({ rows, ...rest }: z.infer<typeof tableHeader>): TvlTable => ({
    ...rest,
    history: take(rows),
  });
  return {
    asOf,
    lastDay,
    prices,
    priceHistory: take(prices.length),
    networks: table(networks),
    groups: { chain: table(groups.chain), protocol: table(groups.protocol), asset: table(groups.asset) },
  };
}
