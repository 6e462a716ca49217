import * as z from 'zod/mini';
import { count, registerSchemaNames, timestamp, withDescription } from '../../platform/contract/responses.ts';
import { percent, percentagePoints, strategySummary, usd } from './strategies/strategy-responses.ts';
import { TIME_WINDOWS } from './windows.ts';

const groupKey = withDescription(z.string(), 'The chain, protocol or asset.');
const dailyTvlSchema = z.array(z.strictObject({ date: z.iso.date(), tvl: usd }));

const buildChangeSchema = (days: string) =>
  withDescription(z.nullable(percent), `Change in percent compared with ${days} before. Null if unknown.`);
const changes = {
  change_1d: buildChangeSchema('1 day'),
  change_7d: buildChangeSchema('7 days'),
  change_30d: buildChangeSchema('30 days'),
};

export const price = z.strictObject({
  asset: withDescription(z.string(), 'Asset symbol, upper case.'),
  price: withDescription(usd, 'USD for one whole token.'),
  currency: z.literal('USD'),
  ...changes,
  confidence: withDescription(
    z.nullable(z.number().check(z.minimum(0), z.maximum(1))),
    'How sure the source is, 0 to 1. Null when it does not say.',
  ),
  as_of: withDescription(timestamp, 'When the source observed the price.'),
});
export type PriceRow = z.infer<typeof price>;

/** Figures of a group of strategies and their changes over a window. */
const trend = z.strictObject({
  strategies: withDescription(count, 'Number of listed strategies, including outliers of the source.'),
  tvl: usd,
  tvl_change: withDescription(
    z.nullable(percent),
    'Change of the TVL in percent. Only strategies that were listed at both ends of the window count. Null if there are none.',
  ),
  apy: withDescription(z.nullable(percent), 'TVL-weighted mean of the current APYs, percent.'),
  apy_change: z.nullable(percentagePoints),
});
const groupTrends = z.array(z.strictObject({ key: groupKey, ...trend.shape }));

export const mover = z.strictObject({
  ...strategySummary.shape,
  apy_change: z.nullable(percentagePoints),
  tvl_change: z.nullable(percent),
});
const moverLists = z.strictObject({ up: z.array(mover), down: z.array(mover) });

export const trends = z.strictObject({
  window: z.enum(TIME_WINDOWS),
  total: trend,
  movers: z.strictObject({ apy: moverLists, tvl: moverLists }),
  chains: groupTrends,
  protocols: groupTrends,
  assets: groupTrends,
});

/** The public market summary. All changes are over 7 days. */
export const marketSummary = z.strictObject({
  ...trend.shape,
  chains: count,
  protocols: count,
  largest_chains: z.array(
    z.strictObject({
      key: withDescription(z.string(), 'The chain.'),
      strategies: count,
      tvl: usd,
      share: withDescription(
        z.number().check(z.minimum(0), z.maximum(1)),
        'Share of the TVL of all chains, 0 to 1.',
      ),
    }),
  ),
  highlights: withDescription(
    z.array(strategySummary),
    'Strategies of low risk with at least 10 million USD of TVL, the highest APY first.',
  ),
});

export const tvlRow = z.strictObject({
  key: groupKey,
  tvl: withDescription(usd, 'TVL of the listed strategies, USD.'),
  share: withDescription(
    z.number().check(z.minimum(0), z.maximum(1)),
    'Part of the TVL of all listed strategies, 0 to 1.',
  ),
  strategies: count,
  change_7d: withDescription(
    z.nullable(percent),
    'Change over 7 days in percent. Only strategies that were listed at both ends count. Null if there are none.',
  ),
  change_30d: withDescription(z.nullable(percent), 'The same over 30 days.'),
  tvl_change: withDescription(z.nullable(percent), 'The same over the window.'),
  network_tvl: withDescription(
    z.nullable(usd),
    'TVL of the whole chain as the source counts it, USD. Null for protocols and assets.',
  ),
  history: withDescription(dailyTvlSchema, 'Daily TVL over the window, oldest first; unknown days left out.'),
  network_history: dailyTvlSchema,
});
export type TvlRow = z.infer<typeof tvlRow>;

export const apyComparisonRow = z.strictObject({
  key: groupKey,
  strategies: z.int().check(z.minimum(1)),
  tvl: usd,
  best: z.strictObject({
    ...z.pick(strategySummary, {
      strategy_id: true,
      strategy_name: true,
      chain: true,
      asset: true,
      protocol: true,
      risk_level: true,
      tvl: true,
    }).shape,
  }),
  best_apy: percent,
  median_apy: percent,
  mean_apy: withDescription(z.nullable(percent), 'Weighted by TVL, percent.'),
  lowest_apy: percent,
  spread: withDescription(percentagePoints, 'Highest less lowest, percentage points.'),
});
export type ApyComparisonRow = z.infer<typeof apyComparisonRow>;

registerSchemaNames({
  Price: [price, 'The price of an asset and how it changed.'],
  Trend: [trend, 'How a market moved over the window.'],
  Mover: [mover, 'A strategy whose APY or TVL changed much.'],
  Trends: [trends, 'The greatest changes over a window.'],
  Tvl: [tvlRow, 'TVL of a chain, protocol or asset.'],
  ApyComparison: [apyComparisonRow, 'APYs of the strategies of a chain, protocol or asset.'],
});
