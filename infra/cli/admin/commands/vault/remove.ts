import { closeVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { type Command, word } from '../../command.ts';
import { told } from './chains.ts';

export const vaultRemove: Command = {
  name: 'vault remove',
  summary: "Close a strategy's vault: no new deposits into it",
  positionals: ['STRATEGY'],
  recorded: 'by_command',
  options: {},
  notes:
    'What is under way, and what wallets hold there, is paid and followed as before; vault list shows it as closed.\n' +
    'vault add or vault publish of the same address opens it again.',
  async run(session) {
    const id = word(session, 0);
    await session.confirm(`Close the vault of ${id} to deposits?`);
    session.print(await told(closeVault(session.table, id)));
  },
};
