import { readSwitches } from '../../../../../shared/platform/dynamodb/switches.ts';
import type { Command } from '../../command.ts';

export const switchShow: Command = {
  name: 'switch show',
  summary:
    'Show whether deposits and the ingestion of market data are stopped, and show the published notice',
  positionals: [],
  recorded: 'never',
  options: {},
  async run(session) {
    const set = Object.entries(await readSwitches(session.table, { consistent: true }));
    session.print(set.flatMap(([name, value]) => (value === undefined ? [] : [{ switch: name, ...value }])));
    if (set.length === 0)
      session.say('Deposits and the ingestion of market data are not stopped. No notice is published.');
  },
};
