import { type Command, readPositionalArgument, USER_PLACEHOLDER } from '../../command.ts';
import { formatUser, requireUser } from '../../users.ts';

export const userShowCommand: Command = {
  name: 'user show',
  summary: 'Show a user',
  positionals: [USER_PLACEHOLDER],
  recorded: 'never',
  options: {},
  notes: 'USER is an id (usr_...) or the address of a wallet.',
  async run(commandContext) {
    commandContext.print(
      formatUser(await requireUser(commandContext, readPositionalArgument(commandContext, 0))),
    );
  },
};
