import * as z from 'zod/mini';
import { count, described, nameSchemas } from '../../../platform/contract/responses.ts';
import { expectedApy } from '../../../strategies/contract/responses.ts';
import { strategyId } from '../../../strategies/contract/strategy.ts';
import { percent, usd } from './strategy-responses.ts';

const fee = described(
  z.nullable(z.number()),
  "The vault's own, percent; null without a vault or where it does not say.",
);
const fees = z.strictObject({ entry_percent: fee, exit_percent: fee, performance_percent: fee });

const moveSide = z.strictObject({
  strategy_id: strategyId,
  expected_apy: described(expectedApy, 'The mean APY over the horizon as the protocol would report it.'),
  fees: described(fees, "Of the strategy's vault. Fees on earnings are in the APY already."),
});

/** The estimated costs and gain of a move from one strategy to another. */
export const moveEstimate = z.strictObject({
  amount: usd,
  horizon_days: z.int(),
  from: described(moveSide, 'Where the money is.'),
  to: described(moveSide, 'Where it would go.'),
  expected_net_apy: described(percent, 'Of the other strategy after dilution and impermanent loss, percent.'),
  gas: described(usd, 'Out of the one, into the other and out of that one day, USD.'),
  entry_and_exit: described(usd, "Swaps on the way and the vaults' fees on entry and exit, USD."),
  costs: described(usd, 'Both together, USD.'),
  gain_per_day: described(usd, 'What the other is expected to earn more than the present one, USD a day.'),
  days_to_break_even: described(
    z.nullable(count),
    'Days until the gain has paid the costs; null when it never does.',
  ),
  net_gain: described(usd, 'Gain over the horizon less the costs, USD.'),
});
export type MoveEstimate = z.infer<typeof moveEstimate>;

nameSchemas({ MoveEstimate: [moveEstimate, 'What a move from one strategy to another costs and gains.'] });
