import { updateUser } from '../../../../../shared/accounts/users.ts';
import { type Command, positionalWord, textOption, USER_ARGUMENT } from '../../command.ts';
import { formatUser, requireUser } from '../../users.ts';

export const userReinstate: Command = {
  name: 'user reinstate',
  summary: 'Accept requests of a suspended user again',
  positionals: [USER_ARGUMENT],
  recorded: 'by_use_case',
  options: {
    reason: {
      type: 'string',
      value: 'TEXT',
      summary: 'reason for the reinstatement; the user can read it in the audit log',
    },
  },
  async run(session) {
    const { id } = await requireUser(session, positionalWord(session, 0));
    const change = { suspended: false, reason: textOption(session.values, 'reason') };
    const user = await updateUser(session, id, change, session.now);
    if (user !== undefined) session.print(formatUser(user));
  },
};
