import * as z from 'zod/mini';
import { count, registerSchemaNames, withDescription } from '../../../platform/contract/responses.ts';
import { TIME_WINDOWS } from '../windows.ts';
import { percent, percentagePoints, strategySummary, usd } from './strategy-responses.ts';

const tooFewDaysNote = 'Null where fewer than half of the days are known.';

export const performance = z.strictObject({
  ...strategySummary.shape,
  window: z.enum(TIME_WINDOWS),
  mean_apy: withDescription(z.nullable(percent), `Mean of the daily APY, percent. ${tooFewDaysNote}`),
  min_apy: z.nullable(percent),
  max_apy: z.nullable(percent),
  volatility: withDescription(
    z.nullable(percentagePoints),
    `Sample standard deviation of the daily APY, percentage points. ${tooFewDaysNote}`,
  ),
  compounded_return: withDescription(
    z.nullable(percent),
    `Return of the daily APYs, compounded over the window, percent, not annualized. ${tooFewDaysNote}`,
  ),
  apy_change: withDescription(
    z.nullable(percentagePoints),
    'Last known APY less the first, percentage points.',
  ),
  tvl_change: withDescription(z.nullable(percent), 'Last known TVL against the first, percent.'),
  tvl_max_drawdown: withDescription(
    z.nullable(percent),
    'Deepest fall of the TVL from an earlier peak, percent.',
  ),
  benchmark_apy: withDescription(
    z.nullable(percent),
    "TVL-weighted mean of the mean APYs of the asset's strategies, percent. Null for a market of one.",
  ),
  excess_apy: withDescription(
    z.nullable(percentagePoints),
    'mean_apy less benchmark_apy, percentage points.',
  ),
  risk_adjusted_return: withDescription(
    z.nullable(z.number()),
    'excess_apy per point of volatility. Null where the APY did not move.',
  ),
  samples: withDescription(count, 'Days of the window with an APY.'),
  coverage: withDescription(
    z.number().check(z.minimum(0), z.maximum(1)),
    'samples over the days of the window.',
  ),
  history: withDescription(
    z.optional(
      z.array(
        z.strictObject({
          date: z.iso.date(),
          apy: z.nullable(percent),
          tvl: z.nullable(usd),
        }),
      ),
    ),
    'The daily series, oldest first; only when strategy_id is given.',
  ),
});
export type PerformanceRow = z.infer<typeof performance>;

registerSchemaNames({ Performance: [performance, 'How a strategy performed over a window.'] });
