import * as z from 'zod/mini';
import { percent, strategySummary, usd } from '../../market/contract/strategies/strategy-responses.ts';
import { described, nameSchemas } from '../../platform/contract/responses.ts';

const option = z.strictObject({
  ...strategySummary.shape,
  expected_net_apy: described(
    percent,
    'Expected over the horizon after dilution, losses and costs, percent.',
  ),
  expected_gain: described(usd, 'Over the horizon, over what the money earns now, after costs, USD.'),
  costs: described(usd, 'Of getting in and out, and out of the present position, USD.'),
  days_to_break_even: described(z.nullable(z.int()), 'Days until the gain has paid the costs.'),
});

export const opportunity = z.strictObject({
  kind: described(
    z.enum(['balance', 'position']),
    'Idle in the wallet, or in a vault that this account follows.',
  ),
  chain: z.string(),
  asset: z.string(),
  amount: described(
    z.nullable(z.string()),
    'Exact decimal string in units of the asset. Null where it is not known.',
  ),
  value: described(z.nullable(usd), 'USD. Null where there is no price.'),
  strategy_id: described(z.nullable(z.string()), 'The present strategy of a position. Null for a balance.'),
  options: described(
    z.array(option),
    'The best strategies for all of it, at most three, the largest gain first.',
  ),
  note: described(
    z.nullable(z.string()),
    'Why there are no options, or what to do first, such as wrapping a native coin. Null where there is nothing to say.',
  ),
});
export type Opportunity = z.infer<typeof opportunity>;

nameSchemas({
  Opportunity: [opportunity, 'A balance or position of a wallet, and what it could earn.'],
});
