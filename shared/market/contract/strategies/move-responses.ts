import * as z from 'zod/mini';
import { count, registerSchemaNames, withDescription } from '../../../platform/contract/responses.ts';
import { expectedApy } from '../../../strategies/contract/responses.ts';
import { strategyId } from '../../../strategies/contract/strategy.ts';
import { percent, usd } from './strategy-responses.ts';

const fee = withDescription(
  z.nullable(z.number()),
  'Fee of the vault, percent; null without a vault, or if unknown.',
);
const fees = z.strictObject({ entry_percent: fee, exit_percent: fee, performance_percent: fee });

const moveStrategySchema = z.strictObject({
  strategy_id: strategyId,
  expected_apy: withDescription(
    expectedApy,
    'The mean APY over the horizon as the protocol would report it.',
  ),
  fees: withDescription(fees, "Fees of the strategy's vault. The APY already includes fees on earnings."),
});

export const moveEstimate = z.strictObject({
  amount: usd,
  horizon_days: z.int(),
  from: withDescription(moveStrategySchema, 'The strategy that holds the money now.'),
  to: withDescription(moveStrategySchema, 'The strategy to move to.'),
  expected_net_apy: withDescription(
    percent,
    'Expected APY of the other strategy after dilution and impermanent loss, percent.',
  ),
  gas: withDescription(
    usd,
    'Gas for leaving the current strategy, for entering the other, and for leaving that one later, USD.',
  ),
  entry_and_exit: withDescription(usd, "Swaps on the way and the vaults' fees on entry and exit, USD."),
  costs: withDescription(usd, 'Sum of gas and entry_and_exit, USD.'),
  gain_per_day: withDescription(
    usd,
    'Additional earnings per day that are expected of the other strategy, USD.',
  ),
  days_to_break_even: withDescription(
    z.nullable(count),
    'Days until the gain covers the costs; null if it never does.',
  ),
  net_gain: withDescription(usd, 'Gain over the horizon less the costs, USD.'),
});
export type MoveEstimate = z.infer<typeof moveEstimate>;

registerSchemaNames({
  MoveEstimate: [moveEstimate, 'What a move from one strategy to another costs and gains.'],
});
