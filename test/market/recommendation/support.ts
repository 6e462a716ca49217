import fc from 'fast-check';
import { type CostTable, DEFAULT_COSTS } from '../../../shared/market/domain/recommendation/costs.ts';
import type { EstimateContext } from '../../../shared/market/domain/recommendation/estimate.ts';
import type {
  Candidate,
  RecommendationRequest,
} from '../../../shared/market/domain/recommendation/policy.ts';
import { recommendAllocation } from '../../../shared/market/domain/recommendation/recommend.ts';
import { expectedApyAround } from '../../support/records.ts';

export const AS_OF_MS = Date.parse('2026-01-31T12:00:00.000Z');
export const STALE_OBSERVED_AT_MS = Date.parse('2026-01-28T00:00:00.000Z');

/** Returns an eligible strategy with the given changes. */
export function makeCandidate(overrides: Partial<Candidate> = {}): Candidate {
  const apy = overrides.current_apy ?? 5;
  return {
    id: 'strat_a',
    chain: 'ethereum',
    protocol: 'aave-v3',
    current_apy: apy,
    strategy_type: 'lending',
    historical_apy: { '7d': apy, '30d': apy, '90d': apy },
    expected_apy: expectedApyAround(apy),
    log_apy_volatility_30d: 0.05,
    risk_level: 'low',
    tvl: 100_000_000,
    status: 'listed',
    min_deposit: 10,
    underlying_assets: ['USDC'],
    exposure: 'single',
    il_risk: false,
    history_days: 400,
    unmoved_days: 1,
    peer_apy: apy,
    risk_score: 20,
    riskReason: 'A score of up to 35 is low.',
    utilisation: null,
    exit_constrained: false,
    outlier: false,
    observedAtMs: AS_OF_MS,
    ...overrides,
  };
}

export function makeRequest(overrides: Partial<RecommendationRequest> = {}): RecommendationRequest {
  return {
    amountUsd: 10_000,
    riskLevel: 'medium',
    horizonDays: 90,
    maxShare: 0.4,
    maxProtocolShare: 0.6,
    maxChainShare: 0.8,
    minTvlUsd: 1_000_000,
    ...overrides,
  };
}

/** Returns the plan over all candidates, and all its recommendations in order. */
export function planFor(candidates: readonly Candidate[], wish: EstimateContext, asOfMs = AS_OF_MS) {
  const plan = recommendAllocation(candidates, { ...wish, asOfMs });
  return { plan, ...plan, ranked: plan.strategiesAtRanks(0, plan.eligibleCount) };
}

/** Costs of a move that are all zero. */
export const NO_COSTS: CostTable = { gasUsdPerMillion: {}, defaultGasUsdPerMillion: 0 };

/**
 * Returns the context of an estimate whose costs are zero. `overrides` changes the request, and `more` changes the
 * other fields.
 */
export function makeEstimateContext(
  overrides: Partial<RecommendationRequest> = {},
  more: Partial<Omit<EstimateContext, 'request'>> = {},
): EstimateContext {
  return { request: makeRequest(overrides), costTable: NO_COSTS, ...more };
}

/** Generates mostly the first value, and sometimes the second. */
function mostly<T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight: 12 }, { arbitrary: rare, weight: 1 });
}

const apy = mostly(
  fc.double({ min: 3, max: 30, noNaN: true }),
  fc.double({ min: -20, max: 200, noNaN: true }),
);

/** Generates strategies with unique ids, most of them eligible. */
export const anyCandidates: fc.Arbitrary<Candidate[]> = fc
  .array(
    fc.record({
      chain: fc.constantFrom('ethereum', 'base', 'arbitrum'),
      protocol: fc.constantFrom('aave-v3', 'morpho', 'compound', 'spark'),
      underlying_assets: fc.constantFrom<string[]>(
        ['USDC'],
        ['ETH'],
        ['ETH', 'USDC'],
        ['DAI', 'ETH', 'USDC'],
        [],
      ),
      current_apy: apy,
      historical_apy: apy.map((month) => ({ '7d': month, '30d': month, '90d': month })),
      log_apy_volatility_30d: mostly(fc.constant(0.05), fc.constant(null)),
      strategy_type: fc.constantFrom('lending', 'liquidity_pool', 'vault', 'unheard_of'),
      expected_apy: fc.tuple(apy, apy, apy).map(([week, month, quarter]) => ({
        '7d': expectedApyAround(week)['7d'],
        '30d': expectedApyAround(month)['30d'],
        '90d': expectedApyAround(quarter)['90d'],
      })),
      risk_level: mostly(
        fc.constantFrom('low' as const),
        fc.constantFrom('medium' as const, 'high' as const),
      ),
      tvl: fc.double({ min: 4, max: 10, noNaN: true }).map((exponent) => 10 ** exponent),
      status: mostly(fc.constant('listed' as const), fc.constant('paused' as const)),
      min_deposit: fc.constantFrom(10, 100),
      exposure: fc.constantFrom('single', 'multi'),
      il_risk: mostly(fc.constant(false), fc.constantFrom(true, null)),
      unmoved_days: mostly(fc.constant(1), fc.nat(30)),
      peer_apy: fc.option(fc.double({ min: 1, max: 20, noNaN: true })),
      history_days: mostly(fc.integer({ min: 90, max: 500 }), fc.nat(90)),
      risk_score: fc.double({ min: 0, max: 60, noNaN: true }),
      riskReason: fc.constant('A score of up to 35 is low.'),
      outlier: mostly(fc.constant(false), fc.constant(true)),
      utilisation: fc.constant(null),
      exit_constrained: mostly(fc.constant(false), fc.constant(true)),
      observedAtMs: mostly(fc.constant(AS_OF_MS), fc.constant(STALE_OBSERVED_AT_MS)),
    }),
    { maxLength: 30, size: 'max' },
  )
  .map((list) => list.map((each, index) => ({ ...each, id: `strat_${index}` })));

const share = fc.constantFrom(0.1, 0.25, 0.4, 0.5, 1);

export const anyRequest: fc.Arbitrary<RecommendationRequest> = fc.record({
  assets: fc.option(fc.subarray(['USDC', 'ETH', 'DAI', 'NONE'], { minLength: 1, maxLength: 3 }), {
    nil: undefined,
  }),
  amountUsd: fc.constantFrom(200, 1_000, 33_333.33, 1_000_000, 100_000_000),
  riskLevel: fc.constantFrom('low', 'medium', 'high'),
  horizonDays: fc.integer({ min: 1, max: 365 }),
  maxShare: share,
  maxProtocolShare: share,
  maxChainShare: share,
  minTvlUsd: fc.constantFrom(0, 1_000_000),
});

/** Generates a request and costs, with or without a current strategy. */
export const anyEstimateContext: fc.Arbitrary<EstimateContext> = fc.record({
  request: anyRequest,
  costTable: fc.constantFrom(NO_COSTS, DEFAULT_COSTS),
  currentStrategy: fc.option(
    apy.map((each) => makeCandidate({ id: 'strat_0', current_apy: each })),
    { nil: undefined },
  ),
});
