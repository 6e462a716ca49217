import { STOPPABLE, setSwitch } from '../../../../../shared/platform/dynamodb/switches.ts';
import { UsageError } from '../../../usage-error.ts';
import { type Command, choice, word } from '../../command.ts';

export const switchStart: Command = {
  name: 'switch start',
  summary: 'Let deposits, or the ingestion, go on',
  positionals: ['WHAT'],
  recorded: 'by_command',
  options: {},
  notes: 'WHAT is deposits or ingestion. Strategies that are paused one by one stay so.',
  async run(session) {
    const what = choice('WHAT', word(session, 0), STOPPABLE);
    if (what === undefined) throw new UsageError('Say what');
    await session.confirm(`Let ${what} go on?`);
    await setSwitch(session.table, what, undefined);
    session.print({ started: what });
  },
};
