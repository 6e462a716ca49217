import * as z from 'zod/mini';
import { percent, strategySummary, usd } from '../../market/contract/strategies/strategy-responses.ts';
import { registerSchemaNames, withDescription } from '../../platform/contract/responses.ts';
import { strategy } from '../../strategies/contract/responses.ts';

const opportunityOption = z.strictObject({
  ...strategySummary.shape,
  settlement: withDescription(
    strategy.shape.settlement,
    'How this service settles deposits into the strategy. For a position, always onchain.',
  ),
  expected_net_apy: withDescription(
    percent,
    'Expected APY over the horizon after dilution, losses and costs, percent.',
  ),
  expected_gain: withDescription(
    usd,
    'Additional earnings over the horizon compared with now, after costs, USD.',
  ),
  costs: withDescription(
    usd,
    'Costs of leaving the current position, and of entering and leaving the new one, USD.',
  ),
  days_to_break_even: withDescription(z.nullable(z.int()), 'Days until the gain covers the costs.'),
});

export const opportunity = z.strictObject({
  kind: withDescription(
    z.enum(['balance', 'position']),
    'balance: idle in the wallet. position: in a vault that this account follows.',
  ),
  chain: z.string(),
  asset: z.string(),
  amount: withDescription(
    z.nullable(z.string()),
    'Exact decimal string in units of the asset. Null if unknown.',
  ),
  value: withDescription(z.nullable(usd), 'Value in USD. Null without a price.'),
  strategy_id: withDescription(
    z.nullable(z.string()),
    'The current strategy of a position. Null for a balance.',
  ),
  options: withDescription(
    z.array(opportunityOption),
    'The best strategies for all of it, at most three, the largest gain first. A position has only strategies into which ' +
      'it can be moved.',
  ),
  note: withDescription(
    z.nullable(z.string()),
    'Why there are no options, or what to do first, such as wrapping a native coin. Null otherwise.',
  ),
});
export type Opportunity = z.infer<typeof opportunity>;

registerSchemaNames({
  Opportunity: [
    opportunity,
    'A balance or position of a wallet, and the strategies in which it could earn more.',
  ],
});
