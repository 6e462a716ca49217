import { DAY_MS } from '../../platform/domain/days.ts';

/** What a vault was worth at a block. */
export interface VaultObservation {
  /** Of the block. */
  readonly atMs: number;
  readonly block: number;
  /** Base units of the asset for `PRICE_SHARES` whole shares. */
  readonly price: bigint;
  /** Base units of the asset that the vault holds. */
  readonly assets: bigint;
}

/** Whole shares that a price is of: one alone, at 6 decimals, would show 5% a year after six seconds at the earliest. */
export const PRICE_SHARES = 10n ** 12n;

/** The same in a vault's own units of shares. */
export function pricedShares(shareDecimals: number): bigint {
  return PRICE_SHARES * 10n ** BigInt(shareDecimals);
}

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * DAY_MS;
/** Kept one an hour for two days, then one a day for three months. */
const HOURLY_MS = 2 * DAY_MS;
const KEPT_MS = 90 * DAY_MS;
/** Two observations closer than this say nothing of a year. */
const MIN_SPAN_MS = HOUR_MS;

/** The observations with one more, oldest first, thinned to what is kept. Of each hour or day the first one stays. */
export function withObservation(
  known: readonly VaultObservation[],
  latest: VaultObservation,
): VaultObservation[] {
  const before = known.filter(({ atMs }) => atMs < latest.atMs && latest.atMs - atMs <= KEPT_MS);
  const slots = new Set<string>();
  const kept = before.filter(({ atMs }) => {
    const slot =
      latest.atMs - atMs <= HOURLY_MS ? `h${Math.floor(atMs / HOUR_MS)}` : `d${Math.floor(atMs / DAY_MS)}`;
    const isFirst = !slots.has(slot);
    slots.add(slot);
    return isFirst;
  });
  return [...kept, latest];
}

const PRECISION = 10n ** 15n;

/**
 * The APY in percent that a share has made over the last `windowMs`, as a year at that pace with its interest
 * reinvested: `(p1 / p0) ^ (year / (t1 - t0)) - 1`. Undefined when there are not two observations an hour apart.
 */
export function measuredApy(observations: readonly VaultObservation[], windowMs: number): number | undefined {
  const last = observations.at(-1);
  if (last === undefined) return undefined;
  const first = observations.find(({ atMs }) => last.atMs - atMs <= windowMs);
  if (first === undefined || first.price === 0n || last.atMs - first.atMs < MIN_SPAN_MS) return undefined;
  const ratio = Number((last.price * PRECISION) / first.price) / Number(PRECISION);
  return ratio === 0 ? -100 : 100 * Math.expm1((Math.log(ratio) * YEAR_MS) / (last.atMs - first.atMs));
}

/** How far two prices are apart, in hundredths of a percent of the first. */
export function basisPointsBetween(before: bigint, after: bigint): bigint {
  if (before === 0n) return after === 0n ? 0n : 10_000n;
  const difference = after > before ? after - before : before - after;
  return (difference * 10_000n) / before;
}
