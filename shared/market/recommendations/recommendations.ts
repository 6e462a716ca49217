import { buildPagination } from '../../platform/contract/envelope.ts';
import { ApiError, invalidRequestError } from '../../platform/contract/errors.ts';
import type { Pagination } from '../../platform/contract/responses.ts';
import type { AppliedQuery } from '../../platform/contract/route.ts';
import { createCachePerSnapshot } from '../../platform/domain/lru-cache.ts';
import { round, roundOrNull } from '../../platform/domain/numbers.ts';
import { formatUsdText } from '../../platform/domain/usd-text.ts';
import { getCurrentCatalog, requireSupportedChain } from '../../strategies/catalog.ts';
import type { CatalogIndex } from '../../strategies/domain/catalog/catalog-index.ts';
import { type ExpectedApy, expectedApyOver } from '../../strategies/domain/expectation/expected-apy.ts';
import { familyOfAsset } from '../../strategies/domain/families.ts';
import {
  DEFAULT_AMOUNT_USD,
  MAX_AMOUNT_USD,
  MIN_AMOUNT_USD,
  type recommendedRoute,
} from '../contract/strategies/recommended.ts';
import type { RecommendationRow } from '../contract/strategies/strategy-responses.ts';
import { type EstimateContext, recommendationScoreOf } from '../domain/recommendation/estimate.ts';
import { explainRecommendation, findUnallocatedReason } from '../domain/recommendation/explain.ts';
import { RECOMMENDATION_POLICY, type RecommendationRequest } from '../domain/recommendation/policy.ts';
import {
  type AmountAllocation,
  allocateAmount,
  type Recommendation,
  type RecommendedAllocation,
  recommendAllocation,
} from '../domain/recommendation/recommend.ts';
import type { StrategyRow } from '../domain/strategy-rows.ts';
import { getGrouping, strategyRowsOf } from '../market-data.ts';
import { readCurrentPrices } from '../prices/current-prices.ts';
import type { ReadContext } from '../prices/prices-data.ts';
import { strategySummaryOf } from '../summaries.ts';
import { getConfiguredCostTable, requireListedRow } from './estimate-inputs.ts';

type Query = AppliedQuery<
  typeof recommendedRoute,
  | 'amount'
  | 'amount_asset'
  | 'family'
  | 'asset'
  | 'chain'
  | 'risk_level'
  | 'horizon_days'
  | 'max_share'
  | 'max_protocol_share'
  | 'max_chain_share'
  | 'min_tvl'
  | 'settlement'
  | 'from_strategy_id'
  | 'include_rejected'
>;

/** Cached, so that a request for the next page does not compute the allocation again. */
const allocationCacheOf = createCachePerSnapshot<CatalogIndex, RecommendedAllocation<StrategyRow>>(4);

/**
 * Returns a page of ranked strategies, and the allocation of the amount among the best of them, from cached snapshots.
 * @throws ApiError invalid_chain, or strategy_not_found when the current strategy (`from_strategy_id`) is not listed
 */
export async function recommendStrategies(query: Query, context: ReadContext) {
  const { value: catalogIndex, asOf } = await getCurrentCatalog(context);
  requireSupportedChain(catalogIndex, query.chain);
  const amount = await readRequestedAmount(query, context);
  const request = toRecommendationRequest(query, amount.usd);
  const asOfMs = asOf === null ? context.now.getTime() : Date.parse(asOf);
  const allocationInputs = {
    request,
    costTable: getConfiguredCostTable(),
    currentStrategy: findCurrentStrategy(catalogIndex, query),
    asOfMs,
  };
  const allocation = allocationCacheOf(catalogIndex).get(
    JSON.stringify([request, query.family, query.from_strategy_id]),
    () => {
      const rows = strategyRowsOf(catalogIndex);
      const strategyIndexes = catalogIndex.findMatching({
        chain: query.chain,
        underlying: query.asset,
        family: query.family,
        settlement: query.settlement,
      });
      return recommendAllocation(
        [...strategyIndexes].flatMap((strategyIndex) => rows[strategyIndex] ?? []),
        allocationInputs,
      );
    },
  );
  const amountAllocation = allocateAmount(allocation, allocationInputs);
  const pageStart = (query.page - 1) * query.per_page;
  const data = allocation
    .strategiesAtRanks(pageStart, Math.min(pageStart + query.per_page, RECOMMENDATION_POLICY.maxListed))
    .map(
      (recommendation, index): RecommendationRow => ({
        rank: pageStart + index + 1,
        ...toRecommendationRow(catalogIndex, recommendation, amountAllocation.parts[pageStart + index]),
        reasons: [...explainRecommendation(recommendation, request)],
      }),
    );
  const pagination: Pagination = buildPagination(
    Math.min(allocation.eligibleCount, RECOMMENDATION_POLICY.maxListed),
    query,
    data.length,
  );
  return {
    data,
    pagination,
    meta: {
      as_of: asOf,
      allocation: {
        ...toAllocationResponse(
          allocation,
          amountAllocation,
          allocationInputs,
          findOtherAssetsInFamilies(catalogIndex, query),
        ),
        family: query.family ?? null,
        amount_in: amount.in,
      },
      ...(query.include_rejected ? { rejected: toRejectionRows(catalogIndex, allocation) } : {}),
    },
  };
}

function toRejectionRows(catalogIndex: CatalogIndex, allocation: RecommendedAllocation<StrategyRow>) {
  return allocation.rejections.map(({ candidate, estimate, reason }) => ({
    ...strategySummaryOf(catalogIndex.catalog.listElementAt(candidate.strategyIndex)),
    expected_apy: roundEstimate(estimate.expected),
    expected_net_apy: round(estimate.netApy, 4),
    reason,
  }));
}

/**
 * Returns the amount in USD. If the amount was given in an asset, also returns the asset with its price.
 * @throws ApiError asset_not_priced; invalid_request when the amount is worth too little or too much
 */
async function readRequestedAmount({ amount, amount_asset: asset }: Query, context: ReadContext) {
  if (asset === undefined) return { usd: requireAmountInRange(amount ?? DEFAULT_AMOUNT_USD), in: null };
  if (amount === undefined) {
    throw invalidRequestError([{ path: 'query.amount', message: 'is required when you send amount_asset' }]);
  }
  const price = (await readCurrentPrices(context)).priceOf(asset);
  if (price === undefined) throw new ApiError('asset_not_priced', { details: { asset } });
  return { usd: requireAmountInRange(round(amount * price, 2)), in: { asset, amount, price } };
}

function requireAmountInRange(usd: number): number {
  if (usd >= MIN_AMOUNT_USD && usd <= MAX_AMOUNT_USD) return usd;
  const [minWorthText, maxWorthText, worthText] = [MIN_AMOUNT_USD, MAX_AMOUNT_USD, usd].map((each) =>
    formatUsdText(each),
  );
  const message = `must be worth at least ${minWorthText} and at most ${maxWorthText}; the amount that you sent is worth ${worthText}`;
  throw invalidRequestError([{ path: 'query.amount', message }]);
}

/** Returns other assets in the families of the requested assets. Wrapped assets come first, such as WETH for ETH. */
function findOtherAssetsInFamilies(
  catalogIndex: CatalogIndex,
  { asset: assets = [] }: Query,
): readonly string[] {
  const assetFamilies = new Set(assets.map(familyOfAsset));
  const otherAssets = getGrouping(catalogIndex, 'asset').keys.filter((asset) => {
    const assetFamily = familyOfAsset(asset);
    return assetFamily !== null && assetFamilies.has(assetFamily) && !assets.includes(asset);
  });
  const wrappedAssetRank = (asset: string) => {
    const symbolWithoutW = asset.slice(1);
    return Number(assets.includes(symbolWithoutW));
  };
  return otherAssets.toSorted((a, b) => wrappedAssetRank(b) - wrappedAssetRank(a));
}

/**
 * Returns the listed strategy that `from_strategy_id` names. Returns undefined if the request has no
 * `from_strategy_id`.
 * @throws ApiError strategy_not_found when the catalog does not contain the strategy
 */
function findCurrentStrategy(
  catalogIndex: CatalogIndex,
  { from_strategy_id: id }: Query,
): StrategyRow | undefined {
  return id === undefined ? undefined : requireListedRow(catalogIndex, id);
}

function toRecommendationRequest(query: Query, amountUsd: number): RecommendationRequest {
  return {
    amountUsd,
    assets: query.asset,
    chains: query.chain,
    riskLevel: query.risk_level,
    horizonDays: query.horizon_days,
    maxShare: query.max_share ?? RECOMMENDATION_POLICY.caps.share,
    maxProtocolShare: query.max_protocol_share ?? RECOMMENDATION_POLICY.caps.protocol,
    // A request for one chain allows the whole amount to be on this chain.
    maxChainShare:
      query.max_chain_share ?? (query.chain?.length === 1 ? 1 : RECOMMENDATION_POLICY.caps.chain),
    minTvlUsd: query.min_tvl ?? RECOMMENDATION_POLICY.minTvlUsd,
    settlement: query.settlement,
  };
}

function toRecommendationRow(
  catalogIndex: CatalogIndex,
  { candidate, estimate, rankingApy }: Recommendation<StrategyRow>,
  part: AmountAllocation['parts'][number] | undefined,
): Omit<RecommendationRow, 'rank' | 'reasons'> {
  return {
    strategy: catalogIndex.catalog.listElementAt(candidate.strategyIndex),
    risk_score: candidate.risk_score,
    score: round(recommendationScoreOf(rankingApy), 2),
    expected_apy: roundEstimate(estimate.expected),
    expected_net_apy: round(estimate.netApy, 4),
    breakdown: {
      gross_apy: round(estimate.expected.mean, 4),
      correction: round(estimate.correction, 4),
      dilution: round(estimate.dilution, 4),
      impermanent_loss: round(estimate.impermanentLoss, 4),
      costs: round(estimate.costPoints, 4),
    },
    allocation:
      part === undefined
        ? null
        : {
            share: part.share,
            amount: part.amountUsd,
            expected_earnings: round(part.earningsUsd, 2),
            costs: round(estimate.costsUsd, 2),
            days_to_break_even: estimate.daysToBreakEven,
          },
  };
}

function toAllocationResponse(
  allocation: RecommendedAllocation<StrategyRow>,
  amountAllocation: AmountAllocation,
  context: EstimateContext,
  otherAssets: readonly string[],
) {
  const { request, currentStrategy } = context;
  return {
    amount: request.amountUsd,
    asset: request.assets?.join(',') ?? null,
    chain: request.chains?.join(',') ?? null,
    risk_level: request.riskLevel,
    horizon_days: request.horizonDays,
    max_share: request.maxShare,
    max_protocol_share: request.maxProtocolShare,
    max_chain_share: request.maxChainShare,
    min_tvl: request.minTvlUsd,
    settlement: request.settlement ?? null,
    from:
      currentStrategy === undefined
        ? null
        : {
            strategy_id: currentStrategy.id,
            expected_apy: roundEstimate(expectedApyOver(request.horizonDays, currentStrategy.expected_apy)),
          },
    considered: allocation.candidateCount,
    eligible: allocation.eligibleCount,
    positions: amountAllocation.parts.length,
    allocated_share: round(allocation.allocatedShare, 4),
    allocated_amount: amountAllocation.allocatedUsd,
    unallocated_amount: amountAllocation.unallocatedUsd,
    unallocated_reason: findUnallocatedReason(allocation, context, otherAssets) ?? null,
    expected_apy: allocation.allocatedShare === 0 ? null : roundEstimate(allocation.expected),
    expected_net_apy: roundOrNull(allocation.net.mean, 4),
    low80_net_apy: roundOrNull(allocation.net.low80, 4),
    expected_earnings: round(amountAllocation.earningsUsd, 2),
    costs: round(
      allocation.allocatedStrategies.reduce((sum, { estimate }) => sum + estimate.costsUsd, 0),
      2,
    ),
    // An allocation breaks even when its slowest part breaks even, so the largest number of days is used.
    days_to_break_even: allocation.allocatedStrategies.reduce(
      (longestDaysToBreakEven: number | null, { estimate }) =>
        estimate.daysToBreakEven === null
          ? longestDaysToBreakEven
          : Math.max(longestDaysToBreakEven ?? 0, estimate.daysToBreakEven),
      null,
    ),
  };
}

function roundEstimate({ mean, low80, high80 }: ExpectedApy): ExpectedApy {
  return { mean: round(mean, 4), low80: round(low80, 4), high80: round(high80, 4) };
}
