import { addVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { type Command, word } from '../../command.ts';
import { REBASING_OPTION, readSessionChains, withCommandErrors } from './chains.ts';

export const vaultAdd: Command = {
  name: 'vault add',
  summary: 'Register the ERC-4626 vault into which a strategy deposits',
  positionals: ['STRATEGY', 'ADDRESS'],
  recorded: 'by_command',
  options: REBASING_OPTION,
  notes:
    "ADDRESS is the address of the vault on the strategy's chain. The command first checks that the contract is an ERC-4626\n" +
    'vault, that it charges no fee on deposits, and that nobody can steal the first deposit (inflation attack).\n' +
    'For this it calls the node that the environment variable CHAIN_SETTINGS names for the chain. If it is not set, it uses\n' +
    'the chains of the local server.',
  async run(session) {
    const [strategyId, address] = [word(session, 0), word(session, 1)];
    const { table, now } = session;
    const request = { strategyId, address, rebasing: session.values.rebasing === true, now };
    session.print(await withCommandErrors(addVault(table, readSessionChains(session), request)));
  },
};
