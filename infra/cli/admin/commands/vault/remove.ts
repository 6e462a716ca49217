import { removeVault } from '../../../../../shared/investments/vaults/vaults.ts';
import { type Command, word } from '../../command.ts';
import { told } from './chains.ts';

export const vaultRemove: Command = {
  name: 'vault remove',
  summary: "Take a strategy's vault out: no new deposits into it",
  positionals: ['STRATEGY'],
  isRecorded: true,
  options: {},
  notes: 'What is under way, and what wallets hold there, is followed as before.',
  async run(session) {
    const id = word(session, 0);
    await session.confirm(`Take the vault of ${id} out of the registry?`);
    session.print(await told(removeVault(session.table, id)));
  },
};
