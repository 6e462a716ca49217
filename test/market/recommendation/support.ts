import fc from 'fast-check';
import type {
  Candidate,
  RecommendationRequest,
} from '../../../shared/market/domain/recommendation/policy.ts';

export const AS_OF_MS = Date.parse('2026-01-31T12:00:00.000Z');
export const STALE_MS = Date.parse('2026-01-28T00:00:00.000Z');

/** A sound strategy, differing where a test says so. */
export function candidate(overrides: Partial<Candidate> = {}): Candidate {
  const apy = overrides.current_apy ?? 5;
  return {
    id: 'strat_a',
    chain: 'ethereum',
    protocol: 'aave-v3',
    current_apy: apy,
    historical_apy: { '7d': apy, '30d': apy, '90d': apy },
    risk_level: 'low',
    tvl: 100_000_000,
    status: 'listed',
    min_deposit: 10,
    apy_base: apy,
    apy_reward: null,
    underlying_assets: ['USDC'],
    il_risk: false,
    volatility_30d: 0,
    history_days: 400,
    risk_score: 20,
    outlier: false,
    observedAtMs: AS_OF_MS,
    ...overrides,
  };
}

export function request(overrides: Partial<RecommendationRequest> = {}): RecommendationRequest {
  return {
    amountUsd: 10_000,
    riskLevel: 'medium',
    horizonDays: 90,
    maxShare: 0.4,
    maxProtocolShare: 0.6,
    maxChainShare: 0.8,
    ...overrides,
  };
}

/** Mostly the first, now and then the second. */
function mostly<T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ arbitrary: usual, weight: 12 }, { arbitrary: rare, weight: 1 });
}

const apy = mostly(
  fc.double({ min: 3, max: 30, noNaN: true }),
  fc.double({ min: -20, max: 200, noNaN: true }),
);
const part = fc.option(fc.double({ min: -1, max: 20, noNaN: true }), { nil: null });

/** Strategies of any kind with unique ids, most of them sound. */
export const anyCandidates: fc.Arbitrary<Candidate[]> = fc
  .array(
    fc.record({
      chain: fc.constantFrom('ethereum', 'base', 'arbitrum'),
      protocol: fc.constantFrom('aave-v3', 'morpho', 'compound', 'spark'),
      underlying_assets: fc.constantFrom<string[]>(['USDC'], ['ETH'], ['ETH', 'USDC']),
      current_apy: apy,
      historical_apy: fc.record({ '7d': apy, '30d': apy, '90d': apy }),
      risk_level: mostly(
        fc.constantFrom('low' as const),
        fc.constantFrom('medium' as const, 'high' as const),
      ),
      tvl: fc.double({ min: 4, max: 10, noNaN: true }).map((exponent) => 10 ** exponent),
      status: mostly(fc.constant('listed' as const), fc.constant('paused' as const)),
      min_deposit: fc.constantFrom(10, 100),
      apy_base: part,
      apy_reward: part,
      il_risk: fc.boolean(),
      volatility_30d: fc.option(fc.double({ min: 0, max: 3, noNaN: true }), { nil: null }),
      history_days: mostly(fc.integer({ min: 90, max: 500 }), fc.nat(90)),
      risk_score: fc.double({ min: 0, max: 60, noNaN: true }),
      outlier: mostly(fc.constant(false), fc.constant(true)),
      observedAtMs: mostly(fc.constant(AS_OF_MS), fc.constant(STALE_MS)),
    }),
    { maxLength: 30, size: 'max' },
  )
  .map((list) => list.map((each, index) => ({ ...each, id: `strat_${index}` })));

const share = fc.constantFrom(0.1, 0.25, 0.4, 0.5, 1);

export const anyRequest: fc.Arbitrary<RecommendationRequest> = fc.record({
  amountUsd: fc.constantFrom(200, 1_000, 33_333.33, 1_000_000, 100_000_000),
  riskLevel: fc.constantFrom('low', 'medium', 'high'),
  horizonDays: fc.integer({ min: 1, max: 365 }),
  maxShare: share,
  maxProtocolShare: share,
  maxChainShare: share,
});
