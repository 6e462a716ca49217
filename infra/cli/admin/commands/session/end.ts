import { endAllSessions } from '../../../../../shared/accounts/sign-in/sessions.ts';
import { type Command, readPositional, USER_PLACEHOLDER } from '../../command.ts';
import { requireUser } from '../../users.ts';

export const sessionEnd: Command = {
  name: 'session end',
  summary: 'End all sessions of a user',
  positionals: [USER_PLACEHOLDER],
  recorded: 'by_use_case',
  options: {},
  async run(session) {
    const { id } = await requireUser(session, readPositional(session, 0));
    await session.confirm(`End all sessions of ${id}?`);
    session.print(await endAllSessions(session, id, session.now));
  },
};
