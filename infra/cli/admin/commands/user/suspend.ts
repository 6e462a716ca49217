import { updateUser } from '../../../../../shared/accounts/users.ts';
import { type Command, positionalWord, textOption, USER_WORD } from '../../command.ts';
import { formatUser, requireUser } from '../../users.ts';

export const userSuspend: Command = {
  name: 'user suspend',
  summary: 'Suspend a user: reject all requests of the user from now on',
  positionals: [USER_WORD],
  recorded: 'by_use_case',
  options: { reason: { type: 'string', value: 'TEXT', summary: 'reason, which the user can read later' } },
  notes: 'Nothing is deleted, and investments keep earning. To accept requests again, use `user reinstate`.',
  async run(session) {
    const { id } = await requireUser(session, positionalWord(session, 0));
    await session.confirm(`Suspend ${id}? All requests with their keys and sessions will be rejected.`);
    const change = { suspended: true, reason: textOption(session.values, 'reason') };
    const user = await updateUser(session, id, change, session.now);
    if (user !== undefined) session.print(formatUser(user));
  },
};
