import { STOPPABLE, setSwitch } from '../../../../../shared/platform/dynamodb/switches.ts';
import { UsageError } from '../../../usage-error.ts';
import { type Command, choice, text, word } from '../../command.ts';

export const switchStop: Command = {
  name: 'switch stop',
  summary: 'Stop all deposits, or the ingestion, without a deployment',
  positionals: ['WHAT'],
  recorded: 'by_command',
  options: {
    reason: {
      type: 'string',
      value: 'TEXT',
      summary: 'reason; callers see it when a deposit is rejected',
      required: true,
    },
  },
  notes: `WHAT is deposits or ingestion. Withdrawals are still paid, and the catalog keeps its last state. The switch applies from
the next deposit or the next run of the ingestion until \`switch start\`.`,
  async run(session) {
    const what = choice('WHAT', word(session, 0), STOPPABLE);
    const reason = text(session.values, 'reason')?.trim();
    if (what === undefined || reason === undefined || reason === '')
      throw new UsageError('Give deposits or ingestion, and --reason');
    await session.confirm(`Stop ${what} now?`);
    const at = session.now.toISOString();
    await setSwitch(session.table, what, { at, text: reason });
    session.print({ stopped: what, at, reason });
  },
};
