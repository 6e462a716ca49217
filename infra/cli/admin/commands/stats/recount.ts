import { setTimeout as wait } from 'node:timers/promises';
import { recountStatistics } from '../../../../../shared/statistics/recount.ts';
import { type Command, CommandError, parseWholeNumber } from '../../command.ts';

const WAIT_SECONDS = 60;

export const statsRecount: Command = {
  name: 'stats recount',
  summary: 'Count all users, keys, investments and other items again, and correct the statistics',
  positionals: [],
  recorded: 'by_command',
  options: {
    'wait-seconds': {
      type: 'string',
      value: 'SECONDS',
      summary: `seconds to wait until recent changes are counted, before a counter is corrected (default ${WAIT_SECONDS})`,
    },
  },
  notes:
    'The command reads the whole table and compares the counts with the stored counters. A daily job does the same. A\n' +
    'counter that changes during the command is not corrected. In this case, run the command again. `lists repair` corrects the\n' +
    'counts of wallet connections.',

  async run({ table, now, values, print, say }) {
    const seconds = parseWholeNumber(values, 'wait-seconds', { min: 0, max: 3_600 }) ?? WAIT_SECONDS;
    const report = await recountStatistics(table, now, () => wait(1_000 * seconds));
    print(report.differences);
    if (report.unreadable > 0) {
      throw new CommandError(
        `${report.unreadable} items cannot be read, so nothing was corrected. To see their names, run \`ledger verify\`.`,
      );
    }
    const remainingDifferences = report.differences.filter(({ corrected }) => !corrected).length;
    if (remainingDifferences > 0)
      throw new CommandError(
        `${remainingDifferences} of ${report.counters} counters were not corrected, because they changed during the command. Run it again.`,
      );
    say(`All ${report.counters} counters of the statistics are correct.`);
  },
};
