import { STOPPABLE_FEATURES, setSwitch } from '../../../../../shared/platform/dynamodb/switches.ts';
import { UsageError } from '../../../usage-error.ts';
import { type Command, parseChoice, readPositionalArgument } from '../../command.ts';

export const switchStartCommand: Command = {
  name: 'switch start',
  summary: 'Start deposits or the ingestion of market data again after `switch stop`',
  positionals: ['FEATURE'],
  recorded: 'by_command',
  options: {},
  notes:
    'FEATURE is `deposits` or `ingestion`. `switch start deposits` does not resume strategies that you paused with `strategy pause`.',
  async run(commandContext) {
    const feature = parseChoice('FEATURE', readPositionalArgument(commandContext, 0), STOPPABLE_FEATURES);
    if (feature === undefined) throw new UsageError('FEATURE must be deposits or ingestion');
    await commandContext.confirm(`Start ${feature} again?`);
    await setSwitch(commandContext.table, feature, undefined);
    commandContext.print({ started: feature });
  },
};
