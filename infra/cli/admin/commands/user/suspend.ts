import { updateUser } from '../../../../../shared/accounts/users.ts';
import { type Command, text, USER_WORD, word } from '../../command.ts';
import { requireUser, userRow } from '../../users.ts';

export const userSuspend: Command = {
  name: 'user suspend',
  summary: 'Refuse everything that a user sends, from their next request on',
  positionals: [USER_WORD],
  recorded: 'by_use_case',
  options: { reason: { type: 'string', value: 'TEXT', summary: 'why; the user may read it later' } },
  notes: 'Nothing is deleted, positions go on earning, and `user reinstate` undoes it.',
  async run(session) {
    const { id } = await requireUser(session, word(session, 0));
    await session.confirm(`Suspend ${id}? Every program that uses their keys will be refused.`);
    const change = { suspended: true, reason: text(session.values, 'reason') };
    const user = await updateUser(session, id, change, session.now);
    if (user !== undefined) session.print(userRow(user));
  },
};
