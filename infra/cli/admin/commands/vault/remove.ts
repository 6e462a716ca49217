import { closeVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { type Command, readPositional } from '../../command.ts';
import { withCommandErrors } from './chains.ts';

export const vaultRemove: Command = {
  name: 'vault remove',
  summary: "Close a strategy's vault to new deposits",
  positionals: ['STRATEGY'],
  recorded: 'by_command',
  options: {},
  notes: `After \`vault remove\`, the service rejects new deposits into the vault. Users can still complete open transactions and withdraw.
\`vault list\` shows the vault as closed. To open the vault again, run \`vault add\` or \`vault publish\` with the same address.`,

  async run(session) {
    const id = readPositional(session, 0);
    await session.confirm(`Close the vault of ${id} to deposits?`);
    session.print(await withCommandErrors(closeVault(session.table, id)));
  },
};
