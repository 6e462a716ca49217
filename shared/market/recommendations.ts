import { paginate } from '../platform/contract/envelope.ts';
import type { Pagination } from '../platform/contract/responses.ts';
import type { RouteInput } from '../platform/contract/route.ts';
import { cachePer } from '../platform/domain/lru-cache.ts';
import { round, roundOrNull } from '../platform/domain/numbers.ts';
import { currentCatalog, requireSupportedChain } from '../strategies/catalog.ts';
import type { CatalogIndex } from '../strategies/domain/catalog/catalog-index.ts';
import type { recommendedRoute } from './contract/recommended.ts';
import type { RecommendationRow } from './contract/strategy-responses.ts';
import { UNITS } from './domain/recommendation/allocate.ts';
import { type Division, divide } from './domain/recommendation/divide.ts';
import { scoreOf } from './domain/recommendation/expected-apy.ts';
import { explainer, whyUnallocated } from './domain/recommendation/explain.ts';
import type { RecommendationRequest } from './domain/recommendation/policy.ts';
import { type Plan, type Recommendation, recommend } from './domain/recommendation/recommend.ts';
import type { StrategyRow } from './domain/strategy-rows.ts';
import { type ReadContext, rowsAt } from './market-data.ts';
import { summaryOf } from './summaries.ts';

type Query = RouteInput<typeof recommendedRoute>['query'];

/** Caps that apply where the caller names none, as fractions of the amount. */
const DEFAULT_CAPS = { share: 0.4, protocol: 0.6, chain: 0.8 } as const;

/** Few, because a plan ranks every eligible strategy: it saves computing a plan again for its next page. */
const plans = cachePer<CatalogIndex, Plan<StrategyRow>>(4);

/**
 * A page of ranked strategies and the plan that divides the amount among the first of them, from memory.
 *
 * @throws ApiError invalid_chain
 */
export async function recommendStrategies(query: Query, context: ReadContext) {
  const { value: index, asOf } = await currentCatalog(context);
  requireSupportedChain(index, query.chain);
  const request = requestOf(query);
  const plan = plans(index).get(JSON.stringify(request), () => {
    const candidates = rowsAt(index, index.matching({ chain: query.chain, asset: query.asset }));
    return recommend(candidates, request, asOf === null ? context.now.getTime() : Date.parse(asOf));
  });
  const division = divide(plan, request);
  const from = (query.page - 1) * query.per_page;
  const explain = explainer(plan, request);
  const data = plan.ranked.slice(from, from + query.per_page).map(
    (recommendation, at): RecommendationRow => ({
      rank: from + at + 1,
      ...rowOf(index, recommendation, division.parts[from + at]),
      reasons: [...explain(recommendation)],
    }),
  );
  const pagination: Pagination = paginate(plan.ranked.length, query, data.length);
  return {
    data,
    pagination,
    meta: {
      as_of: asOf,
      plan: planOf(plan, division, request),
      rejected: plan.rejected.map(({ candidate, expected, reasons }) => ({
        ...summaryOf(index.catalog.element(candidate.ordinal)),
        expected_net_apy: round(expected.net, 4),
        reasons,
      })),
    },
  };
}

function requestOf(query: Query): RecommendationRequest {
  return {
    amountUsd: query.amount,
    asset: query.asset,
    chain: query.chain,
    riskLevel: query.risk_level,
    horizonDays: query.horizon_days,
    maxShare: query.max_share ?? DEFAULT_CAPS.share,
    maxProtocolShare: query.max_protocol_share ?? DEFAULT_CAPS.protocol,
    // Who asks for one chain has accepted to be on one chain.
    maxChainShare: query.max_chain_share ?? (query.chain === undefined ? DEFAULT_CAPS.chain : 1),
  };
}

function rowOf(
  index: CatalogIndex,
  { candidate, expected, riskAdjusted, units }: Recommendation<StrategyRow>,
  part: Division['parts'][number] | undefined,
): Omit<RecommendationRow, 'rank' | 'reasons'> {
  return {
    strategy: index.catalog.element(candidate.ordinal),
    risk_score: candidate.risk_score,
    score: round(scoreOf(riskAdjusted), 2),
    expected_net_apy: round(expected.net, 4),
    breakdown: {
      gross_apy: round(expected.gross, 4),
      reward_haircut: round(expected.rewardHaircut, 4),
      dilution: round(expected.dilution, 4),
      impermanent_loss: round(expected.impermanentLoss, 4),
      volatility_penalty: round(expected.volatilityPenalty, 4),
    },
    allocation:
      part === undefined
        ? null
        : { share: units / UNITS, amount: part.amountUsd, expected_earnings: round(part.earningsUsd, 2) },
  };
}

function planOf(plan: Plan<StrategyRow>, division: Division, request: RecommendationRequest) {
  return {
    amount: request.amountUsd,
    asset: request.asset ?? null,
    chain: request.chain ?? null,
    risk_level: request.riskLevel,
    horizon_days: request.horizonDays,
    max_share: request.maxShare,
    max_protocol_share: request.maxProtocolShare,
    max_chain_share: request.maxChainShare,
    considered: plan.considered,
    eligible: plan.ranked.length,
    positions: division.parts.length,
    allocated_share: plan.allocatedUnits / UNITS,
    allocated_amount: division.allocatedUsd,
    unallocated_amount: division.unallocatedUsd,
    unallocated_reason: whyUnallocated(plan) ?? null,
    expected_net_apy: roundOrNull(plan.expectedNetApy, 4),
    expected_earnings: round(division.earningsUsd, 2),
  };
}
