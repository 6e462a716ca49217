import { listPauses } from '../../../../../shared/investments/pauses.ts';
import type { Command } from '../../command.ts';
import { formatPause } from '../../pauses.ts';

export const strategyListPausedCommand: Command = {
  name: 'strategy list-paused',
  summary: 'List the strategies that operators paused, newest first',
  positionals: [],
  recorded: 'never',
  options: {},
  async run(commandContext) {
    const pauses = await listPauses(commandContext.table);
    commandContext.print(pauses.map(({ pause, strategy }) => formatPause(pause, strategy)));
  },
};
