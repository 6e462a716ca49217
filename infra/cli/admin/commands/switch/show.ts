import { readSwitches } from '../../../../../shared/platform/dynamodb/switches.ts';
import type { Command } from '../../command.ts';

export const switchShowCommand: Command = {
  name: 'switch show',
  summary:
    'Show whether deposits and the ingestion of market data are stopped, and show the published notice',
  positionals: [],
  recorded: 'never',
  options: {},
  async run(commandContext) {
    const set = Object.entries(await readSwitches(commandContext.table, { consistent: true }));
    commandContext.print(
      set.flatMap(([name, value]) => (value === undefined ? [] : [{ switch: name, ...value }])),
    );
    if (set.length === 0)
      commandContext.say(
        'Deposits and the ingestion of market data are not stopped. No notice is published.',
      );
  },
};
