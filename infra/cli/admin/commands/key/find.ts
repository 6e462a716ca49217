import { getCredentials } from '../../../../../shared/access/credentials.ts';
import { parseCredential } from '../../../../../shared/access/domain/credential.ts';
import { type Command, CommandError, readPositionalArgument } from '../../command.ts';

export const keyFindCommand: Command = {
  name: 'key find',
  summary: 'Find the account to which an API key or session token belongs, for example after a leak',
  positionals: ['TEXT'],
  recorded: 'never',
  options: {},
  async run(commandContext) {
    const parsed = parseCredential(readPositionalArgument(commandContext, 0));
    // The message does not repeat the text, because it may be a secret with a typing error.
    if (parsed === undefined)
      throw new CommandError(
        'The text is not an API key or a session token: its format or checksum is wrong. Check that you copied all of it.',
      );
    const [credential] = await getCredentials(commandContext.table, [parsed.hash]);
    if (credential === undefined)
      throw new CommandError(
        'No API key or session has this text. The key or session never existed, or it expired and was deleted.',
      );
    const { id, kind, user_id, name, status, created_at } = credential;
    commandContext.print({ id, kind, user_id, name: name ?? null, status, created_at });
  },
};
