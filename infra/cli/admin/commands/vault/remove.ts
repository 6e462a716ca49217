import { closeVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { type Command, readPositionalArgument } from '../../command.ts';
import { withCommandErrors } from './chains.ts';

export const vaultRemoveCommand: Command = {
  name: 'vault remove',
  summary: "Close a strategy's vault to new deposits",
  positionals: ['STRATEGY'],
  recorded: 'by_command',
  options: {},
  notes: `After \`vault remove\`, the service rejects new deposits into the vault. Users can still complete open transactions and withdraw.
\`vault list\` shows the vault as closed. To open the vault again, run \`vault add\` or \`vault publish\` with the same address.`,

  async run(commandContext) {
    const id = readPositionalArgument(commandContext, 0);
    await commandContext.confirm(`Reject all new deposits into the vault of ${id}?`);
    commandContext.print(await withCommandErrors(closeVault(commandContext.table, id)));
  },
};
