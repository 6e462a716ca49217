import type { StrategyRecord } from '../contract/strategy-record.ts';
import { logApy } from './expectation/log-apy.ts';
import { publishedExpectation } from './expectation/published.ts';
import { NO_TRACK_RECORD } from './expectation/track-record.ts';

/** What is expected of a strategy, and what its risk is judged by beside its own figures. */
export type Outlook = Pick<
  StrategyRecord,
  | 'expected_apy'
  | 'apy_volatility_30d'
  | 'tvl_volatility_30d'
  | 'tvl_growth_30d'
  | 'unmoved_days'
  | 'peer_apy'
>;

/** What records and catalogs of the release before hold of what the outlook is made from. */
type Earlier = Pick<
  StrategyRecord,
  'current_apy' | 'historical_apy' | 'volatility_30d' | 'exposure' | 'stablecoin'
>;

/**
 * The outlook of a strategy as far as a record of the release before tells it, for the minutes until the next
 * ingestion: the means are those of the windows, and a spread in points is one in parts of 1 + the APY.
 */
export function outlookBefore(record: Earlier): Outlook {
  const { current_apy, historical_apy, volatility_30d } = record;
  const spread = volatility_30d === null ? Number.NaN : volatility_30d / (1 + Math.abs(current_apy));
  const track = {
    ...NO_TRACK_RECORD,
    days90: volatility_30d === null ? 0 : 30,
    days30: volatility_30d === null ? 0 : 30,
    mean7: logApy(historical_apy['7d']),
    mean30: logApy(historical_apy['30d']),
    mean90: logApy(historical_apy['90d']),
    spread30: spread,
    spread90: spread,
  };
  return {
    expected_apy: publishedExpectation({ record, track, sourceMean30: null }),
    apy_volatility_30d: volatility_30d === null ? null : spread,
    tvl_volatility_30d: null,
    tvl_growth_30d: null,
    unmoved_days: 0,
    peer_apy: null,
  };
}

/** The same under the names of the catalog's columns. */
export function figuresBefore(record: Earlier): { readonly columns: Readonly<Record<string, number>> } {
  const { expected_apy, apy_volatility_30d, unmoved_days } = outlookBefore(record);
  const columns: Record<string, number> = {
    unmoved_days,
    apy_volatility_30d: apy_volatility_30d ?? Number.NaN,
  };
  for (const horizon of ['7d', '30d', '90d'] as const) {
    const { mean, low80, high80 } = expected_apy[horizon];
    columns[`mean_${horizon}`] = mean;
    columns[`low80_${horizon}`] = low80;
    columns[`high80_${horizon}`] = high80;
  }
  return { columns };
}
