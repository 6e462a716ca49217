import { updateUser } from '../../../../../shared/accounts/users.ts';
import { ROLES } from '../../../../../shared/platform/contract/scopes.ts';
import { type Command, parseChoice, readPositionalArgument, USER_PLACEHOLDER } from '../../command.ts';
import { formatUser, requireUser } from '../../users.ts';

export const userSetRoleCommand: Command = {
  name: 'user set-role',
  summary: "Change a user's role",
  positionals: [USER_PLACEHOLDER, 'ROLE'],
  recorded: 'by_use_case',
  options: {},
  notes: `ROLE is one of ${ROLES.join(', ')}. The change applies at once. A key with the scope admin can use this scope only while its user has the role admin.`,
  async run(commandContext) {
    const role = parseChoice('ROLE', readPositionalArgument(commandContext, 1), ROLES);
    const { id } = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    if (role === 'admin')
      await commandContext.confirm(`Give ${id} access to the whole service as an administrator?`);
    const user = await updateUser(commandContext, id, { role }, commandContext.now);
    if (user !== undefined) commandContext.print(formatUser(user));
  },
};
