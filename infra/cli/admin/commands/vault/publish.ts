import { publishVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { config } from '../../../../../shared/platform/config.ts';
import { type Command, word } from '../../command.ts';
import { chainsOf, REBASING_OPTION, told } from './chains.ts';

export const vaultPublish: Command = {
  name: 'vault publish',
  summary: 'List an ERC-4626 vault that no source lists as a strategy of its own',
  positionals: ['CHAIN', 'ADDRESS', 'PROTOCOL'],
  recorded: 'by_command',
  options: REBASING_OPTION,
  notes:
    'It is checked as with vault add. APY and TVL are measured from its share price, an hour later at the earliest; the\n' +
    'next ingestion lists it. MARKET_SOURCE of this shell must be that of the ingestion.',
  async run(session) {
    const [chain, address, protocol] = [word(session, 0), word(session, 1), word(session, 2)];
    const { table, now } = session;
    const rebasing = session.values.rebasing === true;
    const request = { source: config.MARKET_SOURCE, chain, address, protocol, rebasing, now };
    session.print(await told(publishVault(table, chainsOf(session), request)));
  },
};
