import { getCredentials } from '../../../../../shared/access/credentials.ts';
import { parseCredential } from '../../../../../shared/access/domain/credential.ts';
import { type Command, CommandError, word } from '../../command.ts';

export const keyFind: Command = {
  name: 'key find',
  summary: 'Say whose a key or session is, by its text, as where it has leaked',
  positionals: ['TEXT'],
  recorded: 'never',
  options: {},
  async run(session) {
    const parsed = parseCredential(word(session, 0));
    // The message does not repeat what may be a secret with a letter changed.
    if (parsed === undefined)
      throw new CommandError('That is no key and no session: its form or checksum is wrong');
    const [found] = await getCredentials(session.table, [parsed.hash]);
    if (found === undefined)
      throw new CommandError('There is no such key or session: it never was, or is long gone');
    const { id, kind, user_id, name, status, created_at } = found;
    session.print({ id, kind, user_id, name: name ?? null, status, created_at });
  },
};
