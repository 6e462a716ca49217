import { setTimeout as wait } from 'node:timers/promises';
import { recountStatistics } from '../../../../../shared/statistics/recount.ts';
import { type Command, CommandError, parseWholeNumber } from '../../command.ts';

const CORRECTION_DELAY_SECONDS = 60;

export const statsRecountCommand: Command = {
  name: 'stats recount',
  summary: 'Count all users, keys, investments and other items again, and correct the statistics',
  positionals: [],
  recorded: 'by_command',
  options: {
    'wait-seconds': {
      type: 'string',
      value: 'SECONDS',
      summary: `seconds to wait before the correction, because the stored counters include recent changes only after some time (default ${CORRECTION_DELAY_SECONDS})`,
    },
  },
  notes: `\`stats recount\` counts all items of the table and corrects each stored counter that differs. A daily job does the same.
If a counter changes during the command, \`stats recount\` does not correct it. In this case, run \`stats recount\` again. To correct the
number of wallet connections, run \`lists repair\`.`,

  async run({ table, now, values, print, say }) {
    const waitSeconds =
      parseWholeNumber(values, 'wait-seconds', { min: 0, max: 3_600 }) ?? CORRECTION_DELAY_SECONDS;
    const report = await recountStatistics(table, now, () => wait(1_000 * waitSeconds));
    print(report.differences);
    if (report.unreadable > 0) {
      throw new CommandError(
        `${report.unreadable} items of the table cannot be read, so nothing was corrected. To list these items, run \`ledger verify\`.`,
      );
    }
    const uncorrectedCounterCount = report.differences.filter(({ corrected }) => !corrected).length;
    if (uncorrectedCounterCount > 0)
      throw new CommandError(
        `${uncorrectedCounterCount} of ${report.counters} counters were not corrected, because they changed during the command. Run \`stats recount\` again.`,
      );
    say(`All ${report.counters} counters of the statistics are correct.`);
  },
};
