import type { Hack, ProtocolListing } from '../domain/protocol-facts.ts';
import type { LendingFigures, PoolList } from '../domain/upstream.ts';

/** A pool's daily history: entry i is UTC day `firstDay + i` since 1970-01-01, NaN where nothing is known. */
export interface PoolHistory {
  readonly firstDay: number;
  /** Percent. */
  readonly apy: Float32Array;
  /** USD. */
  readonly tvl: Float32Array;
}

export interface CoinPrice {
  /** As it was asked for, `coingecko:<id>` or `<chain>:<address>`. */
  readonly coin: string;
  readonly symbol: string;
  /** USD for one whole token. */
  readonly priceUsd: number;
  /** 0 to 1, null when the source does not say. */
  readonly confidence: number | null;
  readonly observedAtMs: number;
}

/** Daily prices in USD: entry i is UTC day `firstDay + i`, NaN where nothing is known. */
export interface PriceHistory {
  readonly firstDay: number;
  readonly price: Float32Array;
}

interface ChainFigure {
  /** The upstream's own spelling. */
  readonly name: string;
  readonly tvlUsd: number;
}

/** Daily TVL in USD: entry i is UTC day `firstDay + i`, NaN where nothing is known. */
export interface ChainTvlHistory {
  readonly firstDay: number;
  readonly tvl: Float32Array;
}

/** Where market data comes from. Every method rejects with a SourceError when the upstream cannot be understood. */
export interface MarketSource {
  /** Part of every strategy's identity: pool ids of two sources never meet. */
  readonly name: string;
  pools(): Promise<PoolList>;
  /** Markets that can be borrowed from and where something is supplied, by pool id. */
  lending(): Promise<ReadonlyMap<string, LendingFigures>>;
  protocols(): Promise<readonly ProtocolListing[]>;
  hacks(): Promise<readonly Hack[]>;
  history(poolId: string): Promise<PoolHistory>;
  prices(coins: readonly string[]): Promise<readonly CoinPrice[]>;
  /** Prices of the last month by coin, those that the source knows. */
  priceHistories(coins: readonly string[]): Promise<ReadonlyMap<string, PriceHistory>>;
  chains(): Promise<readonly ChainFigure[]>;
  chainTvlHistory(chainName: string): Promise<ChainTvlHistory>;
}

/** What went wrong with the upstream, in words for the operator; `kind` is for metrics. */
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
