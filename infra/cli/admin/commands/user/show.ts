import type { Command } from '../../command.ts';
import { word } from '../../command.ts';
import { requireUser, userRow } from '../../users.ts';

export const userShow: Command = {
  name: 'user show',
  summary: 'Show a user',
  positionals: ['USER'],
  recorded: 'never',
  options: {},
  notes: 'USER is an id (usr_...) or the address of a wallet.',
  async run(session) {
    session.print(userRow(await requireUser(session, word(session, 0))));
  },
};
