import { STOPPABLE_FEATURES, setSwitch } from '../../../../../shared/platform/dynamodb/switches.ts';
import { UsageError } from '../../../usage-error.ts';
import { type Command, parseChoice, readPositionalArgument, readTextOption } from '../../command.ts';

export const switchStopCommand: Command = {
  name: 'switch stop',
  summary: 'Stop all deposits or the ingestion of market data at once, without a deployment',
  positionals: ['FEATURE'],
  recorded: 'by_command',
  options: {
    reason: {
      type: 'string',
      value: 'TEXT',
      summary: 'reason for the stop; callers see the reason in the error of a rejected deposit',
      required: true,
    },
  },
  notes: `FEATURE is \`deposits\` or \`ingestion\`.
\`switch stop deposits\`: the service rejects all new deposits until you run \`switch start deposits\`. Withdrawals stay possible.
\`switch stop ingestion\`: the service does not update the catalog of strategies until you run \`switch start ingestion\`.`,
  async run(commandContext) {
    const feature = parseChoice('FEATURE', readPositionalArgument(commandContext, 0), STOPPABLE_FEATURES);
    const reason = readTextOption(commandContext.values, 'reason')?.trim();
    if (feature === undefined || reason === undefined || reason === '')
      throw new UsageError('FEATURE must be deposits or ingestion, and --reason must not be empty');
    await commandContext.confirm(`Stop ${feature} now?`);
    const at = commandContext.now.toISOString();
    await setSwitch(commandContext.table, feature, { at, text: reason });
    commandContext.print({ stopped: feature, at, reason });
  },
};
