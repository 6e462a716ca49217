import { setTimeout as wait } from 'node:timers/promises';
import { recount } from '../../../../../shared/statistics/recount.ts';
import { type Command, CommandError, parseWholeNumber } from '../../command.ts';

const WAIT_SECONDS = 60;

export const statsRecount: Command = {
  name: 'stats recount',
  summary: 'Compare the counters of the statistics with the stored items, and correct them',
  positionals: [],
  recorded: 'by_command',
  options: {
    'wait-seconds': {
      type: 'string',
      value: 'SECONDS',
      summary: `seconds for the stream to deliver earlier changes, before a counter is corrected; ${WAIT_SECONDS} by default`,
    },
  },
  notes:
    'Reads the whole table, as the daily job does. A counter that changes during the command is not corrected: run the\n' +
    'command again. `lists repair` corrects the counts of wallet connections.',
  async run({ table, now, values, print, say }) {
    const seconds = parseWholeNumber(values, 'wait-seconds', { min: 0, max: 3_600 }) ?? WAIT_SECONDS;
    const found = await recount(table, now, () => wait(1_000 * seconds));
    print(found.differences);
    if (found.unreadable > 0) {
      throw new CommandError(
        `${found.unreadable} items cannot be read, so nothing was corrected. Run \`ledger verify\`, which names them.`,
      );
    }
    const left = found.differences.filter(({ corrected }) => !corrected).length;
    if (left > 0)
      throw new CommandError(`${left} of ${found.counters} counters differ and were not corrected.`);
    say(`All ${found.counters} counters equal the stored items.`);
  },
};
