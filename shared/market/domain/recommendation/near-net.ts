import { nearApyOfLog } from '../../../strategies/domain/expectation/near-apy.ts';
import { DAYS_PER_YEAR } from './estimate.ts';

/** The logarithm of what one unit grows to in a day, at APYs in percent at even steps from the lowest to the highest. */
const LOWEST = -50;
const HIGHEST = 1_000;
const STEPS = 4;
const DAILY_LOGS = Float64Array.from(
  { length: (HIGHEST - LOWEST) * STEPS + 2 },
  (_, step) => Math.log1p((LOWEST + step / STEPS) / 100) / DAYS_PER_YEAR,
);
/** The part of a deposit that costs take on a day up to which series are short. */
const MOST_A_DAY = 0.02;
/** Products of these and no quotients, as those would take as long as all else. */
const HALF = 1 / 2;
const THIRD = 1 / 3;
const FIFTH = 1 / 5;
const SIXTH = 1 / 6;

/** What {@link nearNetOf} is off by at most, as a part of 100 more than the size of what is kept. */
export const NEAR_NET_SHARE = 2e-7;

/**
 * Nearly `netOf`, in a part of its time. With G = (1 + kept)^(1/365) it is 1 + net = (1 + kept) (1 - c / G)^365, where c
 * is what costs take on a day: the logarithm of G, which c makes small, is read off a table between whose steps it is
 * off by 3e-6 / 365 at most, the others come from the first terms of their series. NaN where those
 * would be too short.
 */
export function nearNetOf(kept: number, costsUsd: number, depositUsd: number, horizonDays: number): number {
  const aDay = costsUsd / (depositUsd * horizonDays);
  if (!(kept > LOWEST && kept < HIGHEST && aDay <= MOST_A_DAY)) return Number.NaN;
  const place = (kept - LOWEST) * STEPS;
  const step = place | 0;
  const below = DAILY_LOGS[step] ?? Number.NaN;
  const log = below + (place - step) * ((DAILY_LOGS[step + 1] ?? Number.NaN) - below);
  const share = aDay * (1 - log * (1 - log * (HALF - log * SIXTH)));
  const lost = share * (1 + share * (HALF + share * (THIRD + share * (HALF * HALF + share * FIFTH))));
  return (100 + kept) / (1 + nearApyOfLog(DAYS_PER_YEAR * lost)) - 100;
}
