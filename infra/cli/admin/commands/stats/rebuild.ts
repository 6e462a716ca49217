import { RebuildConflict, rebuildStatistics } from '../../../../../shared/statistics/rebuild.ts';
import { type Command, CommandError } from '../../command.ts';

export const statsRebuild: Command = {
  name: 'stats rebuild',
  summary: 'Count the statistics anew from the items themselves',
  positionals: [],
  recorded: 'by_command',
  options: {},
  notes:
    'Reads the whole table once to count and once to clean up. The present counters answer until the new ones are\n' +
    'complete, and changes meanwhile are counted in both. Requests per hour stay as they were counted.',
  async run(session) {
    await session.confirm('Read the whole table and replace the counters of the statistics?');
    try {
      session.print(await rebuildStatistics(session.table, session.now));
    } catch (error) {
      if (error instanceof RebuildConflict) throw new CommandError(error.message);
      throw error;
    }
  },
};
