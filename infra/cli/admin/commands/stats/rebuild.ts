import { RebuildConflict, rebuildStatistics } from '../../../../../shared/statistics/rebuild.ts';
import { type Command, CommandError } from '../../command.ts';

export const statsRebuild: Command = {
  name: 'stats rebuild',
  summary: 'Count the figures of GET /admin/statistics again, and store the new numbers',
  positionals: [],
  recorded: 'by_command',
  options: {},
  notes:
    'Reads the whole table twice: to count, and to delete old counters. GET /admin/statistics shows the old numbers until the\n' +
    'new ones are complete. Changes during the command are included. The counters of requests per hour stay as they are.',
  async run(session) {
    await session.confirm('Read the whole table and replace the counters of GET /admin/statistics?');
    try {
      session.print(await rebuildStatistics(session.table, session.now));
    } catch (error) {
      if (error instanceof RebuildConflict) throw new CommandError(error.message);
      throw error;
    }
  },
};
