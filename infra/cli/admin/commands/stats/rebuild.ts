import { RebuildConflict, rebuildStatistics } from '../../../../../shared/statistics/rebuild.ts';
import { type Command, CommandError } from '../../command.ts';

export const statsRebuild: Command = {
  name: 'stats rebuild',
  summary: 'Replace the counters of the statistics by a recount of the stored items',
  positionals: [],
  recorded: 'by_command',
  options: {},
  notes:
    'Reads the whole table twice: to count, and to clean up. The old counters are shown until the new ones are complete.\n' +
    'Changes during the command are counted in both. The counters of requests per hour do not change.',
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
