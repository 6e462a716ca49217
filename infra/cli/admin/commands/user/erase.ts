import { eraseUser } from '../../../../../shared/accounts/personal-data.ts';
import { countActiveInBooks } from '../../../../../shared/investments/investments.ts';
import { type Command, USER_WORD, word } from '../../command.ts';
import { requireUser } from '../../users.ts';

export const userErase: Command = {
  name: 'user erase',
  summary: 'Erase a user, and everything that tells of them, for ever',
  positionals: [USER_WORD],
  recorded: 'by_use_case',
  options: {},
  notes:
    'Their credentials, sessions, wallets, connections, usage and the record of what they did go. The books stay under a\n' +
    'random id that leads nowhere; what they hold in vaults is no longer compared with its chain. Reads the whole table. Run\n' +
    'it again after a failure. Backups keep what they hold until they expire.',
  async run(session) {
    const user = await requireUser(session, word(session, 0));
    const active = await countActiveInBooks(session.table, user.id);
    const positions =
      active === 0 ? '' : ` They have ${active} active investments, which nobody can withdraw then.`;
    await session.confirm(`Erase ${user.id} for ever?${positions}`);
    session.print(await eraseUser(session, user, session.now));
  },
};
