import { addVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { type Command, word } from '../../command.ts';
import { chainsOf, REBASING_OPTION, told } from './chains.ts';

export const vaultAdd: Command = {
  name: 'vault add',
  summary: 'Settle deposits into a strategy in an ERC-4626 vault',
  positionals: ['STRATEGY', 'ADDRESS'],
  recorded: 'by_command',
  options: REBASING_OPTION,
  notes:
    "The vault stands on the strategy's chain, which CHAIN_SETTINGS of this shell names, else the server of npm start that it\n" +
    'works on. It is checked there first: that it is a vault, that it takes no fee on entry, and that nobody can steal the\n' +
    'first deposit. With --rebasing what moves without an event is booked when something is confirmed; otherwise it is an\n' +
    'error in the log.',
  async run(session) {
    const [strategyId, address] = [word(session, 0), word(session, 1)];
    const { table, now } = session;
    const request = { strategyId, address, rebasing: session.values.rebasing === true, now };
    session.print(await told(addVault(table, chainsOf(session), request)));
  },
};
