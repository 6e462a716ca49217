import { pauseStrategy } from '../../../../../shared/investments/pauses.ts';
import { UsageError } from '../../../usage-error.ts';
import { type Command, readPositionalArgument, readTextOption } from '../../command.ts';
import { explainCatalogDelay, formatPause } from '../../pauses.ts';

const REASON_MAX_CHARACTERS = 200;

export const strategyPauseCommand: Command = {
  name: 'strategy pause',
  summary: 'Stop new deposits into a strategy',
  positionals: ['STRATEGY'],
  recorded: 'by_command',
  options: { reason: { type: 'string', value: 'TEXT', summary: 'reason, which only operators see' } },
  notes: `After \`strategy pause\`, the service rejects deposits into the strategy and does not recommend it. The strategy stays listed,
investments keep earning, and users can withdraw. To accept deposits again, run \`strategy resume\`. To change the reason, run
\`strategy pause\` again. If \`strategy pause\` was interrupted, run it again.`,
  async run(commandContext) {
    const id = readPositionalArgument(commandContext, 0);
    const reason = readTextOption(commandContext.values, 'reason')?.trim();
    if (reason !== undefined && (reason === '' || reason.length > REASON_MAX_CHARACTERS)) {
      throw new UsageError(`--reason must be 1 to ${REASON_MAX_CHARACTERS} characters`);
    }
    await commandContext.confirm(`Reject all new deposits into ${id}?`);
    const pauseOutcome = await pauseStrategy(commandContext.table, id, { reason, now: commandContext.now });
    commandContext.print(formatPause(pauseOutcome.pause, pauseOutcome.strategy));
    explainCatalogDelay(pauseOutcome, commandContext);
  },
};
