import { round } from '../../../platform/domain/numbers.ts';
import type { StrategyRecord } from '../../contract/strategy-record.ts';
import { computeForecast, type ExpectedApy, expectedApyOf } from './expected-apy.ts';
import { type ForecastKind, forecastKindOf } from './kinds.ts';
import { FORECAST_CONSTANTS, type HorizonDays, type IntervalReach } from './table.ts';
import type { TrackRecord } from './track-record.ts';

/**
 * Returns how far the 80% interval of a forecast reaches below and above the mean. The values come from the
 * calibration, or else from FORECAST_CONSTANTS.
 */
export type GetIntervalReach = (kind: ForecastKind, horizon: HorizonDays) => IntervalReach;

export const fixedIntervalReachOf: GetIntervalReach = (_, horizon) =>
  FORECAST_CONSTANTS.horizons[horizon].intervalReach;

const APY_DECIMALS = 5;

export function buildPublishedExpectedApys(
  strategy: {
    readonly record: Pick<StrategyRecord, 'current_apy' | 'exposure' | 'stablecoin'>;
    readonly trackRecord: TrackRecord;
    readonly sourceMean30: number | null;
  },
  intervalReachOf: GetIntervalReach = fixedIntervalReachOf,
): StrategyRecord['expected_apy'] {
  const { record, trackRecord, sourceMean30 } = strategy;
  const kind = forecastKindOf(record);
  const forecastInputs = {
    currentApy: record.current_apy,
    trackRecord,
    sourceMean30,
    isVolatilePool: kind === 'pool',
  };
  const publishedApyForHorizon = (horizon: HorizonDays) =>
    roundEstimate(expectedApyOf(computeForecast(forecastInputs, horizon), intervalReachOf(kind, horizon)));
  return {
    '7d': publishedApyForHorizon(7),
    '30d': publishedApyForHorizon(30),
    '90d': publishedApyForHorizon(90),
  };
}

function roundEstimate({ mean, low80, high80 }: ExpectedApy): ExpectedApy {
  return {
    mean: round(mean, APY_DECIMALS),
    low80: round(low80, APY_DECIMALS),
    high80: round(high80, APY_DECIMALS),
  };
}
