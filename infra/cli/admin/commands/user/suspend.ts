import { updateUser } from '../../../../../shared/accounts/users.ts';
import { type Command, readPositional, readTextOption, USER_PLACEHOLDER } from '../../command.ts';
import { formatUser, requireUser } from '../../users.ts';

export const userSuspend: Command = {
  name: 'user suspend',
  summary: 'Suspend a user: reject all requests of the user from now on',
  positionals: [USER_PLACEHOLDER],
  recorded: 'by_use_case',
  options: {
    reason: {
      type: 'string',
      value: 'TEXT',
      summary: 'reason for the suspension; after `user reinstate`, the user can read it in the audit log',
    },
  },
  notes:
    '`user suspend` deletes nothing, and the investments of the user keep earning. To end the suspension, run `user reinstate`.',
  async run(session) {
    const { id } = await requireUser(session, readPositional(session, 0));
    await session.confirm(
      `Suspend ${id}? The service will reject all requests with the keys and sessions of this user.`,
    );
    const change = { suspended: true, reason: readTextOption(session.values, 'reason') };
    const user = await updateUser(session, id, change, session.now);
    if (user !== undefined) session.print(formatUser(user));
  },
};
