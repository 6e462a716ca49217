import { readSwitches } from '../../../../../shared/platform/dynamodb/switches.ts';
import type { Command } from '../../command.ts';

export const switchShow: Command = {
  name: 'switch show',
  summary: 'Show whether deposits or the ingestion of market data are stopped, and the published notice',
  positionals: [],
  recorded: 'never',
  options: {},
  async run(session) {
    const set = Object.entries(await readSwitches(session.table, { consistent: true }));
    session.print(set.flatMap(([name, value]) => (value === undefined ? [] : [{ switch: name, ...value }])));
    if (set.length === 0)
      session.say('Neither deposits nor the ingestion are stopped, and no notice is published.');
  },
};
