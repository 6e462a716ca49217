import { STOPPABLE_FEATURES, setSwitch } from '../../../../../shared/platform/dynamodb/switches.ts';
import { UsageError } from '../../../usage-error.ts';
import { type Command, parseChoice, word } from '../../command.ts';

export const switchStart: Command = {
  name: 'switch start',
  summary: 'Start deposits or the ingestion of market data again after `switch stop`',
  positionals: ['WHAT'],
  recorded: 'by_command',
  options: {},
  notes: 'WHAT is deposits or ingestion. Strategies paused with `strategy pause` stay paused.',
  async run(session) {
    const feature = parseChoice('WHAT', word(session, 0), STOPPABLE_FEATURES);
    if (feature === undefined) throw new UsageError('Say what');
    await session.confirm(`Let ${feature} again?`);
    await setSwitch(session.table, feature, undefined);
    session.print({ started: feature });
  },
};
