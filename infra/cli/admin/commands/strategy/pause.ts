import { pauseStrategy } from '../../../../../shared/investments/pauses.ts';
import { UsageError } from '../../../usage-error.ts';
import { type Command, text, word } from '../../command.ts';
import { pauseRow, sayWhenShown } from '../../pauses.ts';

const REASON_MAX = 200;

export const strategyPause: Command = {
  name: 'strategy pause',
  summary: 'Stop deposits into a strategy at once',
  positionals: ['STRATEGY'],
  recorded: 'by_command',
  options: { reason: { type: 'string', value: 'TEXT', summary: 'why, for other operators' } },
  notes:
    'It stays listed and readable, its positions go on earning, and withdrawals are paid; deposits are refused and\n' +
    'nothing recommends it, until `strategy resume`. Run it again to finish what was interrupted, or to change the reason.',
  async run(session) {
    const id = word(session, 0);
    const reason = text(session.values, 'reason')?.trim();
    if (reason !== undefined && (reason === '' || reason.length > REASON_MAX)) {
      throw new UsageError(`--reason must be 1 to ${REASON_MAX} characters`);
    }
    await session.confirm(`Refuse every deposit into ${id} from now on?`);
    const outcome = await pauseStrategy(session.table, id, { reason, now: session.now });
    session.print(pauseRow(outcome.pause, outcome.strategy));
    sayWhenShown(outcome, session);
  },
};
