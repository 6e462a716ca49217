import { round } from '../platform/domain/numbers.ts';
import { getCurrentCatalog } from '../strategies/catalog.ts';
import type { ReadContext } from './prices/prices-data.ts';
import { strategySummaryOf } from './summaries.ts';
import { readMarketTrends } from './trends.ts';

const HIGHLIGHT_MIN_TVL = 10_000_000;
const HIGHLIGHTS_MAX = 6;
const LARGEST_CHAINS_MAX = 6;

/**
 * Returns the public market summary from cached snapshots: totals, the largest chains, and the highlights.
 * Highlights are large low-risk strategies with the highest APY.
 */
export async function readMarketSummary(context: ReadContext) {
  const [{ value: catalogIndex }, { data, meta }] = await Promise.all([
    getCurrentCatalog(context),
    readMarketTrends({ window: '7d', min_tvl: HIGHLIGHT_MIN_TVL, per_list: LARGEST_CHAINS_MAX }, context),
  ]);
  const { total, chains } = data;
  const highlightsPage = catalogIndex.page({
    risk_level: 'low',
    min_tvl: HIGHLIGHT_MIN_TVL,
    sort: 'current_apy',
    order: 'desc',
    page: 1,
    per_page: HIGHLIGHTS_MAX,
  });
  return {
    data: {
      ...total,
      chains: catalogIndex.values('chain').length,
      protocols: catalogIndex.values('protocol').length,
      largest_chains: chains.map(({ key, strategies, tvl }) => ({
        key,
        strategies,
        tvl,
        share: total.tvl > 0 ? round(tvl / total.tvl, 4) : 0,
      })),
      highlights: Array.from(highlightsPage.strategyIndexes, (strategyIndex) =>
        strategySummaryOf(catalogIndex.catalog.listElementAt(strategyIndex)),
      ),
    },
    meta,
  };
}
