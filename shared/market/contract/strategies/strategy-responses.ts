import * as z from 'zod/mini';
import { count, described, nameSchemas } from '../../../platform/contract/responses.ts';
import { expectedApy, strategy } from '../../../strategies/contract/responses.ts';
import { RISK_LEVELS, SETTLEMENTS, strategyId } from '../../../strategies/contract/strategy.ts';

/** Number schemas with their units. */
export const percent = described(z.number(), 'Percent.');
export const points = described(z.number(), 'Percentage points.');
export const usd = described(z.number(), 'USD.');

/**
 * The fields of a strategy in rows about it. They name its id and name `strategy_id` and
 * `strategy_name`, because the row itself is not a strategy.
 */
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

/** Rules by which the recommendation rejects strategies. */
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

/**
 * Codes of reasons why a strategy was recommended, left out or rejected, or why part of the amount
 * is unallocated.
 */
const REASON_CODES = [
  // For ranked strategies, with or without a part of the amount.
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
  // For an unallocated part of the amount.
  'no_candidates',
  'none_eligible',
  'none_better',
  'caps_reached',
] as const;

/** A reason with a code for programs and a sentence for people. */
const reason = z.strictObject({ code: z.enum(REASON_CODES), message: z.string() });
export type Reason = z.infer<typeof reason>;

export const recommendation = z.strictObject({
  rank: z.int().check(z.minimum(1)),
  strategy,
  risk_score: z.number().check(z.minimum(0), z.maximum(100)),
  score: described(
    z.number().check(z.minimum(0), z.maximum(100)),
    'Rises with the ranking APY (the lower of present and 30-day APY, after costs): 50 at 10%.',
  ),
  expected_apy: described(
    expectedApy,
    'The mean APY over the horizon as the protocol would report it: the same for every caller.',
  ),
  expected_net_apy: described(
    percent,
    'Expected over the horizon after the deductions of the breakdown, percent.',
  ),
  breakdown: z.strictObject({
    gross_apy: described(percent, 'Expected before the deductions below, percent.'),
    correction: described(
      points,
      'Left out because the best of many have partly been lucky, percentage points.',
    ),
    dilution: points,
    impermanent_loss: points,
    costs: described(points, 'Of getting in and out, over the horizon, percentage points.'),
  }),
  allocation: described(
    z.nullable(
      z.strictObject({
        share: described(
          z.number().check(z.minimum(0), z.maximum(1)),
          'Part of the amount. A plan has equal parts, 3 unless max_share asks for more, so 0.3333 is a full part. A smaller one has the reason tvl_cap.',
        ),
        amount: usd,
        expected_earnings: described(usd, 'Over the horizon at the expected net APY, USD.'),
        costs: described(usd, 'Of getting in and out, USD.'),
        days_to_break_even: described(
          z.nullable(count),
          'Days until the gain over the present position has paid the costs.',
        ),
      }),
    ),
    'Null for a strategy that would do but has no part of the amount.',
  ),
  reasons: z.array(reason),
});
export type RecommendationRow = z.infer<typeof recommendation>;

export const allocationPlan = z.strictObject({
  amount: usd,
  amount_in: described(
    z.nullable(
      z.strictObject({
        asset: z.string(),
        amount: described(z.number(), 'In units of the asset.'),
        price: usd,
      }),
    ),
    'The amount in units of amount_asset and its price in USD. Null for an amount in USD.',
  ),
  family: described(z.nullable(z.string()), 'As asked for.'),
  asset: described(z.nullable(z.string()), 'As asked for: several are separated by commas.'),
  chain: described(z.nullable(z.string()), 'As asked for: several are separated by commas.'),
  risk_level: z.enum(RISK_LEVELS),
  horizon_days: z.int(),
  max_share: z.number(),
  max_protocol_share: z.number(),
  max_chain_share: z.number(),
  considered: described(count, 'Strategies for the asset and chain.'),
  eligible: described(count, 'Strategies that passed every rule.'),
  positions: described(count, 'Strategies with a part of the amount.'),
  allocated_share: z.number().check(z.minimum(0), z.maximum(1)),
  allocated_amount: usd,
  unallocated_amount: usd,
  unallocated_reason: described(z.nullable(reason), 'Null when the whole amount is placed.'),
  expected_apy: described(
    z.nullable(expectedApy),
    'APY of the allocated part before costs. Null for an empty plan.',
  ),
  costs: described(usd, 'Of getting in and out of all positions, USD.'),
  days_to_break_even: described(
    z.nullable(count),
    'Days until the gain over the present position has paid all costs.',
  ),
  min_tvl: usd,
  settlement: described(z.nullable(z.enum(SETTLEMENTS)), 'What was asked for. Null for any.'),
  from: described(
    z.nullable(z.strictObject({ strategy_id: strategyId, expected_apy: expectedApy })),
    'The present position, in which what is not allocated stays. Null for idle money.',
  ),
  expected_net_apy: described(
    z.nullable(percent),
    'Of the allocated part, percent. Null when there is none.',
  ),
  low80_net_apy: described(
    z.nullable(percent),
    'Lower bound of the allocated part after costs, percent. A plan for which it is not above 0 is empty.',
  ),
  expected_earnings: described(usd, 'Over the horizon, USD.'),
});

export const rejection = z.strictObject({
  ...strategySummary.shape,
  expected_apy: expectedApy,
  expected_net_apy: percent,
  reason,
});

nameSchemas({
  Reason: [reason, 'A code for programs, a sentence for people.'],
  Recommendation: [
    recommendation,
    'A strategy that may be worth an amount, and the part of the amount for it.',
  ],
  AllocationPlan: [
    allocationPlan,
    'What was asked for, and how the amount is divided. On recorded markets half of the plans realized at least ' +
      'expected_apy.mean, and 84 of 100 at least expected_apy.low80.',
  ],
  Rejection: [rejection, 'A strategy that broke one rule alone.'],
});
