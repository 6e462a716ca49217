import { eraseUser } from '../../../../../shared/accounts/personal-data.ts';
import { countActiveSandboxInvestments } from '../../../../../shared/investments/investments.ts';
import { type Command, USER_WORD, word } from '../../command.ts';
import { requireUser } from '../../users.ts';

export const userErase: Command = {
  name: 'user erase',
  summary: 'Erase a user and all data about them, permanently',
  positionals: [USER_WORD],
  recorded: 'by_use_case',
  options: {},
  notes:
    'Deletes credentials, sessions, wallets, connections, usage and audit events. The ledger entries stay, under a random id\n' +
    'that is not linked to the user. `ledger verify` no longer checks the vault shares of the user, because their wallets are\n' +
    'deleted. The command reads the whole table. Run it again after a failure. Backups keep the data until they expire.',
  async run(session) {
    const user = await requireUser(session, word(session, 0));
    const active = await countActiveSandboxInvestments(session.table, user.id);
    const positions =
      active === 0
        ? ''
        : ` The user has ${active} active investments. After the erasure nobody can withdraw them.`;
    await session.confirm(`Erase ${user.id} permanently?${positions}`);
    session.print(await eraseUser(session, user, session.now));
  },
};
