import { updateUser } from '../../../../../shared/accounts/users.ts';
import { type Command, readPositionalArgument, readTextOption, USER_PLACEHOLDER } from '../../command.ts';
import { formatUser, requireUser } from '../../users.ts';

export const userReinstateCommand: Command = {
  name: 'user reinstate',
  summary: 'Accept requests of a suspended user again',
  positionals: [USER_PLACEHOLDER],
  recorded: 'by_use_case',
  options: {
    reason: {
      type: 'string',
      value: 'TEXT',
      summary: 'reason for the reinstatement; the user can read it in the audit log',
    },
  },
  async run(commandContext) {
    const { id } = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    const change = { suspended: false, reason: readTextOption(commandContext.values, 'reason') };
    const user = await updateUser(commandContext, id, change, commandContext.now);
    if (user !== undefined) commandContext.print(formatUser(user));
  },
};
