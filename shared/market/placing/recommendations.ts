import { paginate } from '../../platform/contract/envelope.ts';
import type { Pagination } from '../../platform/contract/responses.ts';
import type { RouteInput } from '../../platform/contract/route.ts';
import { cachePer } from '../../platform/domain/lru-cache.ts';
import { round, roundOrNull } from '../../platform/domain/numbers.ts';
import { currentCatalog, requireSupportedChain } from '../../strategies/catalog.ts';
import type { CatalogIndex } from '../../strategies/domain/catalog/catalog-index.ts';
import { type ExpectedApy, expectedApyOver } from '../../strategies/domain/expectation/expected-apy.ts';
import type { recommendedRoute } from '../contract/strategies/recommended.ts';
import type { RecommendationRow } from '../contract/strategies/strategy-responses.ts';
import { UNITS } from '../domain/recommendation/division/allocate.ts';
import { type Division, divide } from '../domain/recommendation/division/divide.ts';
import { type Setting, scoreOf } from '../domain/recommendation/estimates/estimate.ts';
import { explainer, whyUnallocated } from '../domain/recommendation/explain.ts';
import { POLICY, type RecommendationRequest } from '../domain/recommendation/policy.ts';
import { Pool } from '../domain/recommendation/pool.ts';
import { type Recommendation, type RecommendedPlan, recommend } from '../domain/recommendation/recommend.ts';
import type { StrategyRow } from '../domain/strategy-rows.ts';
import { rowsOf } from '../market-data.ts';
import type { ReadContext } from '../prices/prices-data.ts';
import { summaryOf } from '../summaries.ts';
import { costTable, listedRow } from './placing.ts';

type Query = RouteInput<typeof recommendedRoute>['query'];

/** Caps that apply where the caller names none, as fractions of the amount. */
const DEFAULT_CAPS = { share: 0.4, protocol: 0.6, chain: 0.8 } as const;

/** The strategies of a catalog as candidates, with what every plan over them shares. */
const pools = new WeakMap<CatalogIndex, Pool<StrategyRow>>();
/** Few, because a plan holds a number for every strategy: it saves computing a plan again for its next page. */
const plans = cachePer<CatalogIndex, RecommendedPlan<StrategyRow>>(4);

/**
 * A page of ranked strategies and the plan that divides the amount among the first of them, from memory.
 *
 * @throws ApiError invalid_chain, or strategy_not_found for a present position that is not listed
 */
export async function recommendStrategies(query: Query, context: ReadContext) {
  const { value: index, asOf } = await currentCatalog(context);
  requireSupportedChain(index, query.chain);
  const request = requestOf(query);
  const setting = { request, costTable: costTable(), from: presentOf(index, query) };
  const plan = plans(index).get(JSON.stringify([request, query.from_strategy_id]), () => {
    const places = index.matching({
      chain: query.chain,
      underlying: query.asset,
      settlement: query.settlement,
    });
    return recommend(
      poolOf(index),
      places,
      setting,
      asOf === null ? context.now.getTime() : Date.parse(asOf),
    );
  });
  const division = divide(plan, request);
  const from = (query.page - 1) * query.per_page;
  const explain = explainer(plan, request);
  const data = plan.ranked(from, from + query.per_page).map(
    (recommendation, at): RecommendationRow => ({
      rank: from + at + 1,
      ...rowOf(index, recommendation, division.parts[from + at]),
      reasons: [...explain(recommendation)],
    }),
  );
  const pagination: Pagination = paginate(Math.min(plan.eligible, POLICY.poolSize), query, data.length);
  return {
    data,
    pagination,
    meta: {
      as_of: asOf,
      allocation: allocationOf(plan, division, setting),
      ...(query.include_rejected ? { rejected: rejectedOf(index, plan) } : {}),
    },
  };
}

function rejectedOf(index: CatalogIndex, plan: RecommendedPlan<StrategyRow>) {
  return plan.rejected().map(({ candidate, estimate, reason }) => ({
    ...summaryOf(index.catalog.element(candidate.ordinal)),
    expected_apy: rounded(estimate.expected),
    expected_net_apy: round(estimate.net, 4),
    reason,
  }));
}

function poolOf(index: CatalogIndex): Pool<StrategyRow> {
  const pool = pools.get(index) ?? new Pool(rowsOf(index));
  pools.set(index, pool);
  return pool;
}

/** @throws ApiError strategy_not_found for one that is not in the catalog */
function presentOf(index: CatalogIndex, { from_strategy_id: id }: Query): StrategyRow | undefined {
  return id === undefined ? undefined : listedRow(index, id);
}

function requestOf(query: Query): RecommendationRequest {
  return {
    amountUsd: query.amount,
    assets: query.asset,
    chains: query.chain,
    riskLevel: query.risk_level,
    horizonDays: query.horizon_days,
    maxShare: query.max_share ?? DEFAULT_CAPS.share,
    maxProtocolShare: query.max_protocol_share ?? DEFAULT_CAPS.protocol,
    // Who asks for one chain has accepted to be on one chain.
    maxChainShare: query.max_chain_share ?? (query.chain?.length === 1 ? 1 : DEFAULT_CAPS.chain),
    minTvlUsd: query.min_tvl ?? POLICY.minTvlUsd,
    settlement: query.settlement,
  };
}

function rowOf(
  index: CatalogIndex,
  { candidate, estimate, ranking, units }: Recommendation<StrategyRow>,
  part: Division['parts'][number] | undefined,
): Omit<RecommendationRow, 'rank' | 'reasons'> {
  return {
    strategy: index.catalog.element(candidate.ordinal),
    risk_score: candidate.risk_score,
    score: round(scoreOf(ranking), 2),
    expected_apy: rounded(estimate.expected),
    expected_net_apy: round(estimate.net, 4),
    breakdown: {
      gross_apy: round(estimate.expected.mean, 4),
      dilution: round(estimate.dilution, 4),
      impermanent_loss: round(estimate.impermanentLoss, 4),
      costs: round(estimate.costs, 4),
    },
    allocation:
      part === undefined
        ? null
        : {
            share: units / UNITS,
            amount: part.amountUsd,
            expected_earnings: round(part.earningsUsd, 2),
            costs: round(estimate.costsUsd, 2),
            days_to_break_even: estimate.daysToBreakEven,
          },
  };
}

function allocationOf(plan: RecommendedPlan<StrategyRow>, division: Division, { request, from }: Setting) {
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
      from === undefined
        ? null
        : {
            strategy_id: from.id,
            expected_apy: rounded(expectedApyOver(request.horizonDays, from.expected_apy)),
          },
    considered: plan.considered,
    eligible: plan.eligible,
    positions: division.parts.length,
    allocated_share: plan.allocatedUnits / UNITS,
    allocated_amount: division.allocatedUsd,
    unallocated_amount: division.unallocatedUsd,
    unallocated_reason: whyUnallocated(plan) ?? null,
    expected_apy: plan.allocatedUnits === 0 ? null : rounded(plan.expected),
    expected_net_apy: roundOrNull(plan.expectedNetApy, 4),
    expected_earnings: round(division.earningsUsd, 2),
    costs: round(
      plan.taken.reduce((sum, { estimate }) => sum + estimate.costsUsd, 0),
      2,
    ),
    // The slowest position decides: before it, a part of the costs is not paid yet.
    days_to_break_even: plan.taken.reduce(
      (slowest: number | null, { estimate }) =>
        estimate.daysToBreakEven === null ? slowest : Math.max(slowest ?? 0, estimate.daysToBreakEven),
      null,
    ),
  };
}

function rounded({ mean, low80, high80 }: ExpectedApy): ExpectedApy {
  return { mean: round(mean, 4), low80: round(low80, 4), high80: round(high80, 4) };
}
