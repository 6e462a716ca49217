import { STOPPABLE, setSwitch } from '../../../../../shared/platform/dynamodb/switches.ts';
import { UsageError } from '../../../usage-error.ts';
import { type Command, choice, text, word } from '../../command.ts';

export const switchStop: Command = {
  name: 'switch stop',
  summary: 'Stop deposits everywhere, or the ingestion, without a deployment',
  positionals: ['WHAT'],
  recorded: 'by_command',
  options: {
    reason: {
      type: 'string',
      value: 'TEXT',
      summary: 'why; callers whose deposits are refused read it',
      required: true,
    },
  },
  notes: `WHAT is deposits or ingestion. Withdrawals are paid all the same, and a catalog that is not renewed stays as it is.
It holds for the very next deposit and the next run of the ingestion, until \`switch start\`.`,
  async run(session) {
    const what = choice('WHAT', word(session, 0), STOPPABLE);
    const reason = text(session.values, 'reason')?.trim();
    if (what === undefined || reason === undefined || reason === '')
      throw new UsageError('Say what, and why');
    await session.confirm(`Stop ${what} from now on?`);
    const at = session.now.toISOString();
    await setSwitch(session.table, what, { at, text: reason });
    session.print({ stopped: what, at, reason });
  },
};
