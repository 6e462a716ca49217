import { updateUser } from '../../../../../shared/accounts/users.ts';
import { type Command, readPositionalArgument, readTextOption, USER_PLACEHOLDER } from '../../command.ts';
import { formatUser, requireUser } from '../../users.ts';

export const userSuspendCommand: Command = {
  name: 'user suspend',
  summary: 'Suspend a user: reject all requests of the user from now on',
  positionals: [USER_PLACEHOLDER],
  recorded: 'by_use_case',
  options: {
    reason: {
      type: 'string',
      value: 'TEXT',
      summary:
        'reason for the suspension; the audit log contains it, but the user can read this log only after `user reinstate`',
    },
  },
  notes:
    '`user suspend` deletes nothing, and the investments of the user keep earning. To end the suspension, run `user reinstate`.',
  async run(commandContext) {
    const { id } = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    await commandContext.confirm(
      `Suspend ${id}? The service will reject all requests with the keys and sessions of this user.`,
    );
    const change = { suspended: true, reason: readTextOption(commandContext.values, 'reason') };
    const user = await updateUser(commandContext, id, change, commandContext.now);
    if (user !== undefined) commandContext.print(formatUser(user));
  },
};
