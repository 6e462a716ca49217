import type { Hack, ProtocolListing } from '../domain/protocol-facts.ts';
import type { LendingFigures, PoolList } from '../domain/upstream.ts';

/** The daily history of a pool. Entry i is the UTC day `firstDay + i` (days since 1970-01-01). NaN means unknown. */
export interface PoolHistory {
  readonly firstDay: number;
  /** APY in percent. */
  readonly apy: Float32Array;
  /** TVL in USD. */
  readonly tvl: Float32Array;
}

export interface CoinPrice {
  /** The requested name of the coin: `coingecko:<id>` or `<chain>:<address>`. */
  readonly coin: string;
  readonly symbol: string;
  /** Price of one whole token in USD. */
  readonly priceUsd: number;
  /** Confidence in the price, 0 to 1. Null if unknown. */
  readonly confidence: number | null;
  readonly observedAtMs: number;
}

/** Daily prices in USD. Entry i is the UTC day `firstDay + i` (days since 1970-01-01). NaN means unknown. */
export interface PriceHistory {
  readonly firstDay: number;
  readonly prices: Float32Array;
}

interface ChainFigure {
  /** The name of the chain in the source's spelling. */
  readonly name: string;
  readonly tvlUsd: number;
}

/** Daily TVL in USD. Entry i is the UTC day `firstDay + i` (days since 1970-01-01). NaN means unknown. */
export interface ChainTvlHistory {
  readonly firstDay: number;
  readonly tvl: Float32Array;
}

/** A source of market data. Each method rejects with a SourceError if the data cannot be read or parsed. */
export interface MarketSource {
  /** Part of the hash in strategy ids, so that equal pool ids of two sources give different strategy ids. */
  readonly name: string;
  pools(): Promise<PoolList>;
  /** Returns figures of lending markets that have a supply and allow borrowing, by pool id. */
  lendingMarkets(): Promise<ReadonlyMap<string, LendingFigures>>;
  protocols(): Promise<readonly ProtocolListing[]>;
  hacks(): Promise<readonly Hack[]>;
  history(poolId: string): Promise<PoolHistory>;
  prices(coinNames: readonly string[]): Promise<readonly CoinPrice[]>;
  /** Returns daily prices of the last month by coin. Unknown coins are left out. */
  priceHistories(coinNames: readonly string[]): Promise<ReadonlyMap<string, PriceHistory>>;
  chains(): Promise<readonly ChainFigure[]>;
  chainTvlHistory(chainName: string): Promise<ChainTvlHistory>;
}

/** An error of the source. The message is for operators; `kind` is for metrics. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind;
  constructor(kind: SourceErrorKind, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'SourceError';
    this.kind = kind;
  }
}

export type SourceErrorKind =
  | 'unreachable'
  | 'timeout'
  | 'status'
  | 'rate_limited'
  | 'too_large'
  | 'malformed';
