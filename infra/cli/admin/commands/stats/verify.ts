import { verifyStatistics } from '../../../../../shared/statistics/rebuild.ts';
import { type Command, CommandError } from '../../command.ts';

export const statsVerify: Command = {
  name: 'stats verify',
  summary: 'Compare the counters of the statistics with a recount',
  positionals: [],
  recorded: 'never',
  options: {},
  notes:
    'Reads the whole table. Changes during the command can appear as differences. Then run the command again.',
  async run(session) {
    const { counters, differences } = await verifyStatistics(session.table, session.now);
    session.print(differences);
    if (differences.length > 0) {
      throw new CommandError(
        `${differences.length} of ${counters} counters differ. Run \`stats rebuild\` to correct them.`,
      );
    }
    session.say(`All ${counters} counters equal the recount.`);
  },
};
