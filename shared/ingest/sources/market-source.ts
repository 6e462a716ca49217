import type { Hack, ProtocolListing } from '../domain/protocol-facts.ts';
import type { LendingFigures, PoolList } from '../domain/upstream.ts';

/**
 * A pool's daily history: entry i is the UTC day `firstDay + i` (days since 1970-01-01). NaN means
 * unknown.
 */
export interface PoolHistory {
  readonly firstDay: number;
  /** Percent. */
  readonly apy: Float32Array;
  /** USD. */
  readonly tvl: Float32Array;
}

export interface CoinPrice {
  /** The requested name: `coingecko:<id>` or `<chain>:<address>`. */
  readonly coin: string;
  readonly symbol: string;
  /** USD for one whole token. */
  readonly priceUsd: number;
  /** Confidence in the price, 0 to 1. Null if unknown. */
  readonly confidence: number | null;
  readonly observedAtMs: number;
}

/** Daily prices in USD: entry i is the UTC day `firstDay + i`. NaN means unknown. */
export interface PriceHistory {
  readonly firstDay: number;
  readonly price: Float32Array;
}

interface ChainFigure {
  /** The chain's name as the source spells it. */
  readonly name: string;
  readonly tvlUsd: number;
}

/** Daily TVL in USD: entry i is the UTC day `firstDay + i`. NaN means unknown. */
export interface ChainTvlHistory {
  readonly firstDay: number;
  readonly tvl: Float32Array;
}

/**
 * A source of market data. Every method rejects with a SourceError if the data cannot be read or
 * understood.
 */
export interface MarketSource {
  /**
   * Name of the source. It is part of every strategy id, so that equal pool ids of two sources stay
   * distinct.
   */
  readonly name: string;
  pools(): Promise<PoolList>;
  /** Figures by pool id of lending markets that have a supply and allow borrowing. */
  lending(): Promise<ReadonlyMap<string, LendingFigures>>;
  protocols(): Promise<readonly ProtocolListing[]>;
  hacks(): Promise<readonly Hack[]>;
  history(poolId: string): Promise<PoolHistory>;
  prices(coins: readonly string[]): Promise<readonly CoinPrice[]>;
  /** Daily prices of the last month by coin. Unknown coins are left out. */
  priceHistories(coins: readonly string[]): Promise<ReadonlyMap<string, PriceHistory>>;
  chains(): Promise<readonly ChainFigure[]>;
  chainTvlHistory(chainName: string): Promise<ChainTvlHistory>;
}

/** A failure of the source. The message is for operators, `kind` for metrics. */
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
