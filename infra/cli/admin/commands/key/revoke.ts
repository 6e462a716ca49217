import { revokeKey } from '../../../../../shared/accounts/keys/key-revocation.ts';
import { type Command, USER_WORD, word } from '../../command.ts';
import { requireUser } from '../../users.ts';

export const keyRevoke: Command = {
  name: 'key revoke',
  summary: "End one of a user's API keys at once",
  positionals: [USER_WORD, 'KEY'],
  recorded: 'by_use_case',
  options: {},
  notes: 'KEY is the id of the key (key_...). This cannot be undone.',
  async run(session) {
    const { id } = await requireUser(session, word(session, 0));
    const key = word(session, 1);
    await session.confirm(`Revoke ${key} of ${id}? Every program that uses it will be refused.`);
    session.print(await revokeKey(session, id, key, session.now));
  },
};
