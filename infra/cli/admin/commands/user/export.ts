import { exportUser } from '../../../../../shared/accounts/personal-data.ts';
import { type Command, readPositionalArgument, USER_PLACEHOLDER } from '../../command.ts';
import { requireUser } from '../../users.ts';

export const userExportCommand: Command = {
  name: 'user export',
  summary: 'Print all stored data about a user, as JSON',
  positionals: [USER_PLACEHOLDER],
  recorded: 'by_use_case',
  options: {},
  notes: `\`user export\` reads the whole DynamoDB table. The output includes the user's audit events and ledger entries, but no secrets.`,
  async run(commandContext) {
    const user = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    commandContext.printJson(await exportUser(commandContext, user, commandContext.now));
  },
};
