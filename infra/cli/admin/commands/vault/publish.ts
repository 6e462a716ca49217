import { publishVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { config } from '../../../../../shared/platform/config.ts';
import { type Command, positionalWord } from '../../command.ts';
import { REBASING_OPTION, readSessionChains, withCommandErrors } from './chains.ts';

export const vaultPublish: Command = {
  name: 'vault publish',
  summary: 'Register a vault (ERC-4626 contract) as a new strategy, if the market data does not list it',
  positionals: ['CHAIN', 'ADDRESS', 'PROTOCOL'],
  recorded: 'by_command',
  options: REBASING_OPTION,
  notes:
    'The command makes the same checks as `vault add`. The strategy appears in the catalog after the next ingestion of market\n' +
    'data. To start an ingestion now, run npm run ingest. The service calculates the APY from the current share price and the price\n' +
    '24 hours ago. If the blockchain node cannot return that price, the service uses the price an hour ago. If the node cannot return\n' +
    'this price either, the APY appears after an hour.\n' +
    'Before you run the command, set the environment variable MARKET_SOURCE to its value in the stage. The id of the strategy\n' +
    'depends on it.',

  async run(session) {
    const [chain, address, protocol] = [
      positionalWord(session, 0),
      positionalWord(session, 1),
      positionalWord(session, 2),
    ];
    const { table, now } = session;
    const rebasing = session.values.rebasing === true;
    const request = { source: config.MARKET_SOURCE, chain, address, protocol, rebasing, now };
    session.print(await withCommandErrors(publishVault(table, readSessionChains(session), request)));
  },
};
