import { listKeys } from '../../../../../shared/accounts/keys/api-keys.ts';
import { type Command, readPositionalArgument, USER_PLACEHOLDER } from '../../command.ts';
import { requireUser } from '../../users.ts';

/** One page that is larger than the API key quota of every plan, so it contains all keys of an account. */
const ALL = { page: 1, per_page: 1_000 };

export const keyListCommand: Command = {
  name: 'key list',
  summary: "List a user's API keys",
  positionals: [USER_PLACEHOLDER],
  recorded: 'never',
  options: {},
  async run(commandContext) {
    const { id } = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    const { data } = await listKeys(commandContext, id, ALL, commandContext.now);
    commandContext.print(data);
  },
};
