import { publishVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { config } from '../../../../../shared/platform/config.ts';
import { type Command, word } from '../../command.ts';
import { REBASING_OPTION, readSessionChains, withCommandErrors } from './chains.ts';

export const vaultPublish: Command = {
  name: 'vault publish',
  summary: 'Register an ERC-4626 vault that the source of market data does not list, as a new strategy',
  positionals: ['CHAIN', 'ADDRESS', 'PROTOCOL'],
  recorded: 'by_command',
  options: REBASING_OPTION,
  notes:
    'Runs the same checks as `vault add`. The next ingestion lists the strategy. To start an ingestion now: npm run ingest.\n' +
    'The APY is calculated from the share price now and about a day ago, or an hour ago if the node keeps no older state. If\n' +
    'the node keeps neither, the APY follows after an hour. Set the environment variable MARKET_SOURCE to the same value as\n' +
    'in the stage, because the id of the strategy depends on it.',
  async run(session) {
    const [chain, address, protocol] = [word(session, 0), word(session, 1), word(session, 2)];
    const { table, now } = session;
    const rebasing = session.values.rebasing === true;
    const request = { source: config.MARKET_SOURCE, chain, address, protocol, rebasing, now };
    session.print(await withCommandErrors(publishVault(table, readSessionChains(session), request)));
  },
};
