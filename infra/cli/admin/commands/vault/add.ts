import { addVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { type Command, word } from '../../command.ts';
import { chainsOf, REBASING_OPTION, told } from './chains.ts';

export const vaultAdd: Command = {
  name: 'vault add',
  summary: 'Register the ERC-4626 vault into which a strategy deposits',
  positionals: ['STRATEGY', 'ADDRESS'],
  recorded: 'by_command',
  options: REBASING_OPTION,
  notes:
    "ADDRESS is on the strategy's chain. The node comes from CHAIN_SETTINGS, otherwise from the local server. The command\n" +
    'first checks that the address is a vault, that it takes no entry fee, and that the first deposit cannot be stolen.\n' +
    'With --rebasing, balance changes without an event are booked at the next confirmed event. Without --rebasing they are\n' +
    'logged as errors.',
  async run(session) {
    const [strategyId, address] = [word(session, 0), word(session, 1)];
    const { table, now } = session;
    const request = { strategyId, address, rebasing: session.values.rebasing === true, now };
    session.print(await told(addVault(table, chainsOf(session), request)));
  },
};
