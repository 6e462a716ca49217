import { STOPPABLE_FEATURES, setSwitch } from '../../../../../shared/platform/dynamodb/switches.ts';
import { UsageError } from '../../../usage-error.ts';
import { type Command, parseChoice, text, word } from '../../command.ts';

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
  notes: `WHAT is deposits or ingestion. \`switch stop deposits\` rejects every further deposit; withdrawals are still paid.
\`switch stop ingestion\` prevents further runs, so the catalog stays as it is. Both last until \`switch start\`.`,
  async run(session) {
    const what = parseChoice('WHAT', word(session, 0), STOPPABLE_FEATURES);
    const reason = text(session.values, 'reason')?.trim();
    if (what === undefined || reason === undefined || reason === '')
      throw new UsageError('Give deposits or ingestion, and --reason');
    await session.confirm(`Stop ${what} now?`);
    const at = session.now.toISOString();
    await setSwitch(session.table, what, { at, text: reason });
    session.print({ stopped: what, at, reason });
  },
};
