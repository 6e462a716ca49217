import { publishVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { config } from '../../../../../shared/platform/config.ts';
import { type Command, word } from '../../command.ts';
import { chainsOf, REBASING_OPTION, told } from './chains.ts';

export const vaultPublish: Command = {
  name: 'vault publish',
  summary: 'Register an ERC-4626 vault that the source does not list, as a new strategy',
  positionals: ['CHAIN', 'ADDRESS', 'PROTOCOL'],
  recorded: 'by_command',
  options: REBASING_OPTION,
  notes:
    'Runs the same checks as `vault add`. The next ingestion lists the strategy; npm run ingest starts one. Its APY comes from\n' +
    'the share price now and about a day ago, or an hour ago. If the node no longer has the state of that block, the APY appears\n' +
    'after an hour. MARKET_SOURCE must have the same value here as for the ingestion.',
  async run(session) {
    const [chain, address, protocol] = [word(session, 0), word(session, 1), word(session, 2)];
    const { table, now } = session;
    const rebasing = session.values.rebasing === true;
    const request = { source: config.MARKET_SOURCE, chain, address, protocol, rebasing, now };
    session.print(await told(publishVault(table, chainsOf(session), request)));
  },
};
