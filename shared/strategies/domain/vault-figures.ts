import { DAY_MS } from '../../platform/domain/days.ts';

/** The share price and the assets of a vault at one block. */
export interface VaultObservation {
  /** Time of the block, in epoch milliseconds. */
  readonly atMs: number;
  readonly block: number;
  /** Price of `PRICED_WHOLE_SHARES` whole shares, in base units of the asset. */
  readonly price: bigint;
  /** Assets that the vault holds, in base units. */
  readonly assets: bigint;
}

/**
 * Number of whole shares to which a price refers. The price of a single share with 6 decimals would be too
 * imprecise to measure an APY over a short period.
 */
export const PRICED_WHOLE_SHARES = 10n ** 12n;

/** Returns the number of base units in `PRICED_WHOLE_SHARES` whole shares. */
export function pricedSharesInBaseUnits(shareDecimals: number): bigint {
  return PRICED_WHOLE_SHARES * 10n ** BigInt(shareDecimals);
}

const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * DAY_MS;
/** One observation per hour is stored for two days, and one observation per day for 90 days. */
const HOURLY_RETENTION_MS = 2 * DAY_MS;
const RETENTION_MS = 90 * DAY_MS;
/** Minimum time between the two observations from which an APY is computed, in milliseconds. */
const MIN_APY_PERIOD_MS = HOUR_MS;

/**
 * Adds an observation, and removes older observations that are no longer needed. The result is sorted, oldest first.
 */
export function addObservation(
  observations: readonly VaultObservation[],
  latestObservation: VaultObservation,
): VaultObservation[] {
  const earlierObservations = observations.filter(
    ({ atMs }) => atMs < latestObservation.atMs && latestObservation.atMs - atMs <= RETENTION_MS,
  );
  const seenPeriodKeys = new Set<string>();
  const retainedObservations = earlierObservations.filter(({ atMs }) => {
    const periodKey =
      latestObservation.atMs - atMs <= HOURLY_RETENTION_MS
        ? `h${Math.floor(atMs / HOUR_MS)}`
        : `d${Math.floor(atMs / DAY_MS)}`;
    const isFirstOfPeriod = !seenPeriodKeys.has(periodKey);
    seenPeriodKeys.add(periodKey);
    return isFirstOfPeriod;
  });
  return [...retainedObservations, latestObservation];
}

const PRICE_RATIO_SCALE = 10n ** 15n;

/**
 * Returns the APY of a share over the last `windowMs` milliseconds, in percent, compounded to one year. The formula is
 * `(p1 / p0) ^ (year / (t1 - t0)) - 1`. Returns undefined if no two observations are at least an hour apart.
 */
export function measureApy(observations: readonly VaultObservation[], windowMs: number): number | undefined {
  const latestObservation = observations.at(-1);
  if (latestObservation === undefined) return undefined;
  const earliestObservation = observations.find(({ atMs }) => latestObservation.atMs - atMs <= windowMs);
  if (
    earliestObservation === undefined ||
    earliestObservation.price === 0n ||
    latestObservation.atMs - earliestObservation.atMs < MIN_APY_PERIOD_MS
  )
    return undefined;
  const priceRatio =
    Number((latestObservation.price * PRICE_RATIO_SCALE) / earliestObservation.price) /
    Number(PRICE_RATIO_SCALE);
  return priceRatio === 0
    ? -100
    : 100 *
        Math.expm1((Math.log(priceRatio) * YEAR_MS) / (latestObservation.atMs - earliestObservation.atMs));
}

/** Returns the difference of two prices in basis points (hundredths of a percent) of the first price. */
export function basisPointsBetween(earlierPrice: bigint, laterPrice: bigint): bigint {
  if (earlierPrice === 0n) return laterPrice === 0n ? 0n : 10_000n;
  const priceDifference = laterPrice > earlierPrice ? laterPrice - earlierPrice : earlierPrice - laterPrice;
  return (priceDifference * 10_000n) / earlierPrice;
}
