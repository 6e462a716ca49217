import * as z from 'zod/mini';
import { timeTextSchema } from '../../platform/domain/time-text.ts';
import { GROUP_KINDS, type Group } from '../contract/windows.ts';
import { packColumns, unpackColumns } from './history/columns.ts';

/** Name of the market data in the snapshot store. */
export const MARKET_SNAPSHOT_NAME = 'market';
/**
 * Version of the layout. Increase it with every change, so that older readers reject the snapshot instead of misreading
 * it.
 */
const FORMAT_VERSION = 1;
/** Number of days in each history, including the day of the snapshot. */
export const TVL_HISTORY_DAYS = 365;
export const PRICE_HISTORY_DAYS = 31;
/** Only the groups with the highest TVL have a TVL history, because few clients request the others. */
export const GROUPS_WITH_HISTORY_MAX = 500;

const assetPriceSchema = z.strictObject({
  asset: z.string(),
  /** Price of one whole token in USD. */
  price: z.number(),
  /** Confidence of the source in the price, 0 to 1. Null if unknown. */
  confidence: z.nullable(z.number()),
  /** Time at which the source observed the price. */
  asOf: timeTextSchema,
});
export type AssetPrice = z.infer<typeof assetPriceSchema>;

/** The TVL in USD that the source reports for a whole chain, with its daily history if the history was read. */
export interface ChainTvl {
  readonly chain: string;
  readonly tvl: number;
  /** Daily TVL in USD, oldest first. The last entry is the day of the snapshot. NaN means unknown. */
  readonly history?: ArrayLike<number>;
}

/**
 * TVL and number of strategies by key, highest TVL first. `history` contains the daily TVL of the first
 * GROUPS_WITH_HISTORY_MAX keys only.
 */
export interface TvlTable {
  readonly keys: readonly string[];
  readonly tvl: readonly number[];
  readonly strategies: readonly number[];
  readonly history: readonly Float32Array[];
}

export interface MarketSnapshot {
  readonly asOf: string;
  /** UTC day of the last entry in every history (days since 1970-01-01). */
  readonly lastDay: number;
  readonly prices: readonly AssetPrice[];
  /** Daily prices, one array for each element of `prices`. The last entry of an array is the day of the snapshot. */
  readonly priceHistory: readonly Float32Array[];
  /**
   * The total TVL of each chain according to the source, not only the TVL of the listed strategies. The column
   * `strategies` contains only zeros.
   */
  readonly chainTvl: TvlTable;
  /** TVL of the listed strategies by group. */
  readonly groups: Readonly<Record<Group, TvlTable>>;
}

export function createEmptyMarketSnapshot(): MarketSnapshot {
  const emptyTvlTable: TvlTable = { keys: [], tvl: [], strategies: [], history: [] };
  return {
    asOf: new Date(0).toISOString(),
    lastDay: 0,
    prices: [],
    priceHistory: [],
    chainTvl: emptyTvlTable,
    groups: { chain: emptyTvlTable, protocol: emptyTvlTable, asset: emptyTvlTable },
  };
}

const tableHeaderSchema = z.strictObject({
  keys: z.array(z.string()),
  tvl: z.array(z.number()),
  strategies: z.array(z.number()),
  rows: z.int().check(z.minimum(0)),
});
const headerSchema = z.strictObject({
  format: z.literal(FORMAT_VERSION),
  asOf: timeTextSchema,
  lastDay: z.int(),
  prices: z.array(assetPriceSchema),
  networks: tableHeaderSchema,
  groups: z.strictObject({ chain: tableHeaderSchema, protocol: tableHeaderSchema, asset: tableHeaderSchema }),
});

export function encodeMarketSnapshot(marketSnapshot: MarketSnapshot): Uint8Array {
  const { asOf, lastDay, prices, priceHistory, chainTvl, groups } = marketSnapshot;
  const tableHeaderOf = ({ keys, tvl, strategies, history }: TvlTable) => ({
    keys,
    tvl,
    strategies,
    rows: history.length,
  });
  return packColumns(
    {
      format: FORMAT_VERSION,
      asOf,
      lastDay,
      prices,
      networks: tableHeaderOf(chainTvl),
      groups: {
        chain: tableHeaderOf(groups.chain),
        protocol: tableHeaderOf(groups.protocol),
        asset: tableHeaderOf(groups.asset),
      },
    },
    [...priceHistory, ...chainTvl.history, ...GROUP_KINDS.flatMap((group) => groups[group].history)],
  );
}

/** Returns the snapshot that the bytes contain. Throws an error for bytes in another format. */
export function decodeMarketSnapshot(bytes: Uint8Array): MarketSnapshot {
  const unpackedColumns = unpackColumns(bytes);
  const { asOf, lastDay, prices, networks, groups } = headerSchema.parse(unpackedColumns.header);
  let columnsReadSoFar = 0;
  const readNextColumns = (count: number): Float32Array[] => {
    if (columnsReadSoFar + count > unpackedColumns.arrays.length)
      throw new RangeError('The market snapshot is cut short.');
    columnsReadSoFar += count;
    return unpackedColumns.arrays.slice(columnsReadSoFar - count, columnsReadSoFar);
  };
  const readTvlTable = ({ rows, ...rest }: z.infer<typeof tableHeaderSchema>): TvlTable => ({
    ...rest,
    history: readNextColumns(rows),
  });
  return {
    asOf,
    lastDay,
    prices,
    priceHistory: readNextColumns(prices.length),
    chainTvl: readTvlTable(networks),
    groups: {
      chain: readTvlTable(groups.chain),
      protocol: readTvlTable(groups.protocol),
      asset: readTvlTable(groups.asset),
    },
  };
}
