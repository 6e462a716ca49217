import { roundOrNull } from '../../platform/domain/numbers.ts';
import { isSameRate, type TrackRecord } from '../../strategies/domain/expectation/track-record.ts';
import { FLOOR_RULES, RISK_TABLE } from '../../strategies/domain/risk/table.ts';
import type { Observation } from './normalize.ts';

/** How a strategy moved of late, as published: null where too few days are known to say. */
export function movements(observation: Observation, track: TrackRecord) {
  const isKnown = track.days30 >= RISK_TABLE.volatilityDays;
  return {
    log_apy_volatility_30d: isKnown ? roundOrNull(track.spread30, 5) : null,
    tvl_volatility_30d: isKnown ? roundOrNull(track.tvlSpread30, 5) : null,
    tvl_growth_30d: isKnown ? roundOrNull(track.tvlGrowth30, 5) : null,
    unmoved_days: unmovedDays(observation, track),
  };
}

/** The number of days in the source's mean. */
const SOURCE_MEAN_DAYS = 30;

/**
 * The number of known days without a change of the APY. For a strategy with too little history here, the source's
 * history counts: a rate that equals its own 30-day mean was constant for as many of those days as the source knows.
 */
function unmovedDays({ apy, apyMean30d, sourceHistoryDays }: Observation, track: TrackRecord): number {
  const isYoung = track.days30 < FLOOR_RULES.stuck.days;
  const stands = apy !== null && apyMean30d !== null && isSameRate(apyMean30d, apy);
  if (!isYoung || !stands) return track.unmovedDays;
  return Math.max(track.unmovedDays, Math.min(SOURCE_MEAN_DAYS, sourceHistoryDays));
}
