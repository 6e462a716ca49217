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
    'data. To start an ingestion now, use npm run ingest. The APY is calculated from the current share price and the share price\n' +
    'a day ago. If the blockchain node does not know that price, the service uses the price an hour ago. If it does not know that\n' +
    'price either, the APY appears after an hour.\n' +
    'Set the environment variable MARKET_SOURCE to the same value as in the stage, because the id of the strategy depends on it.',

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
