import { endAllSessions } from '../../../../../shared/accounts/sign-in/sessions.ts';
import { type Command, readPositionalArgument, USER_PLACEHOLDER } from '../../command.ts';
import { requireUser } from '../../users.ts';

export const sessionEndCommand: Command = {
  name: 'session end',
  summary: 'End all sessions of a user',
  positionals: [USER_PLACEHOLDER],
  recorded: 'by_use_case',
  options: {},
  async run(commandContext) {
    const { id } = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    await commandContext.confirm(`End all sessions of ${id}?`);
    commandContext.print(await endAllSessions(commandContext, id, commandContext.now));
  },
};
