import { type Command, positionalWord, USER_ARGUMENT } from '../../command.ts';
import { formatUser, requireUser } from '../../users.ts';

export const userShow: Command = {
  name: 'user show',
  summary: 'Show a user',
  positionals: [USER_ARGUMENT],
  recorded: 'never',
  options: {},
  notes: 'USER is an id (usr_...) or the address of a wallet.',
  async run(session) {
    session.print(formatUser(await requireUser(session, positionalWord(session, 0))));
  },
};
