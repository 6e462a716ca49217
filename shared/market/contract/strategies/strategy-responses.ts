import * as z from 'zod/mini';
import { count, registerSchemaNames, withDescription } from '../../../platform/contract/responses.ts';
import { expectedApy, strategy } from '../../../strategies/contract/responses.ts';
import { RISK_LEVELS, SETTLEMENTS, strategyId } from '../../../strategies/contract/strategy.ts';

export const percent = withDescription(z.number(), 'Percent.');
export const percentagePoints = withDescription(z.number(), 'Percentage points.');
export const usd = withDescription(z.number(), 'USD.');

export const strategySummary = z.strictObject({
  strategy_id: strategyId,
  strategy_name: strategy.shape.name,
  ...z.pick(strategy, {
    chain: true,
    asset: true,
    protocol: true,
    strategy_type: true,
    risk_level: true,
    current_apy: true,
    tvl: true,
  }).shape,
});

const REJECTION_CODES = [
  'paused',
  'stuck_rate',
  'exit_constrained',
  'low_tvl',
  'not_worth_moving',
  'several_assets',
  'risk_above_limit',
  'outlier',
  'short_history',
  'stale',
  'too_small',
  'below_minimum_deposit',
] as const;
export type RejectionCode = (typeof REJECTION_CODES)[number];

/** Codes of the reasons in a recommendation. */
const REASON_CODES = [
  // Reasons of ranked strategies.
  'expected_yield',
  'risk',
  'liquidity',
  'tvl_cap',
  'protocol_cap',
  'chain_cap',
  'position_too_small',
  'outranked',
  'do_nothing',
  ...REJECTION_CODES,
  // Reasons why a part of the amount is not allocated.
  'no_candidates',
  'none_eligible',
  'none_better',
  'caps_reached',
] as const;

const reason = z.strictObject({ code: z.enum(REASON_CODES), message: z.string() });
export type Reason = z.infer<typeof reason>;

export const recommendation = z.strictObject({
  rank: z.int().check(z.minimum(1)),
  strategy,
  risk_score: z.number().check(z.minimum(0), z.maximum(100)),
  score: withDescription(
    z.number().check(z.minimum(0), z.maximum(100)),
    'Grows with the APY that decides the rank (the lower of the current and the 30-day APY, after costs). 10% gives 50.',
  ),
  expected_apy: withDescription(
    expectedApy,
    'The mean APY over the horizon as the protocol would report it: the same for every caller.',
  ),
  expected_net_apy: withDescription(
    percent,
    'Expected over the horizon after the deductions of the breakdown, percent.',
  ),
  breakdown: z.strictObject({
    gross_apy: withDescription(percent, 'Expected before the deductions below, percent.'),
    correction: withDescription(
      percentagePoints,
      'Deduction for luck, percentage points. An unusually high APY often does not last.',
    ),
    dilution: percentagePoints,
    impermanent_loss: percentagePoints,
    costs: withDescription(
      percentagePoints,
      'Costs of entering and leaving over the horizon, percentage points.',
    ),
  }),
  allocation: withDescription(
    z.nullable(
      z.strictObject({
        share: withDescription(
          z.number().check(z.minimum(0), z.maximum(1)),
          'Share of the amount, 0 to 1. The amount is divided into 3 equal parts, or more if max_share requires it. A part that is smaller than the others has the reason tvl_cap.',
        ),
        amount: usd,
        expected_earnings: withDescription(usd, 'Over the horizon at the expected net APY, USD.'),
        costs: withDescription(usd, 'Costs of entering and leaving, USD.'),
        days_to_break_even: withDescription(
          z.nullable(count),
          'Days until the gain over the current position covers the costs.',
        ),
      }),
    ),
    'The part of the amount for the strategy. Null if it has none.',
  ),
  reasons: z.array(reason),
});
export type RecommendationRow = z.infer<typeof recommendation>;

export const amountAllocation = z.strictObject({
  amount: usd,
  amount_in: withDescription(
    z.nullable(
      z.strictObject({
        asset: z.string(),
        amount: withDescription(z.number(), 'In units of the asset.'),
        price: usd,
      }),
    ),
    'The amount in units of amount_asset and its price in USD. Null for an amount in USD.',
  ),
  family: withDescription(z.nullable(z.string()), 'Value of the request.'),
  asset: withDescription(z.nullable(z.string()), 'Assets of the request, separated by commas.'),
  chain: withDescription(z.nullable(z.string()), 'Chains of the request, separated by commas.'),
  risk_level: z.enum(RISK_LEVELS),
  horizon_days: z.int(),
  max_share: z.number(),
  max_protocol_share: z.number(),
  max_chain_share: z.number(),
  considered: withDescription(count, 'Strategies for the asset and chain.'),
  eligible: withDescription(count, 'Strategies that passed every rule.'),
  positions: withDescription(count, 'Strategies with a part of the amount.'),
  allocated_share: z.number().check(z.minimum(0), z.maximum(1)),
  allocated_amount: usd,
  unallocated_amount: usd,
  unallocated_reason: withDescription(z.nullable(reason), 'Null when the whole amount is placed.'),
  expected_apy: withDescription(
    z.nullable(expectedApy),
    'APY of the allocated part before costs. Null for an empty allocation.',
  ),
  costs: withDescription(usd, 'Costs of entering and leaving all positions, USD.'),
  days_to_break_even: withDescription(
    z.nullable(count),
    'Days until the gain over the current position covers all costs.',
  ),
  min_tvl: usd,
  settlement: withDescription(z.nullable(z.enum(SETTLEMENTS)), 'Value of the request. Null for any.'),
  from: withDescription(
    z.nullable(z.strictObject({ strategy_id: strategyId, expected_apy: expectedApy })),
    'The current position. The part that is not allocated stays there. Null for idle money.',
  ),
  expected_net_apy: withDescription(
    z.nullable(percent),
    'Expected APY of the allocated part after costs, percent. Null if nothing is allocated.',
  ),
  low80_net_apy: withDescription(
    z.nullable(percent),
    'Lower bound of the allocated part after costs, percent. An allocation for which it is not above 0 is empty.',
  ),
  expected_earnings: withDescription(usd, 'Over the horizon, USD.'),
});

export const rejection = z.strictObject({
  ...strategySummary.shape,
  expected_apy: expectedApy,
  expected_net_apy: percent,
  reason,
});

registerSchemaNames({
  Reason: [reason, 'A code for programs, a sentence for people.'],
  Recommendation: [recommendation, 'A recommended strategy, and the part of the amount for it.'],
  Allocation: [
    amountAllocation,
    'The request, and how the amount is divided. On recorded markets, half of the allocations realized at least expected_apy.mean, and 84 of 100 at least expected_apy.low80.',
  ],
  Rejection: [rejection, 'A strategy that broke exactly one rule.'],
});
