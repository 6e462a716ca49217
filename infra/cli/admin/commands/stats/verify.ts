import { verifyStatistics } from '../../../../../shared/statistics/rebuild.ts';
import { type Command, CommandError } from '../../command.ts';

export const statsVerify: Command = {
  name: 'stats verify',
  summary: 'Check the counters of GET /admin/statistics against a new count',
  positionals: [],
  recorded: 'never',
  options: {},
  notes:
    'Reads the whole table and changes nothing. A change during the command can appear as a difference. Then run it again.',
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
