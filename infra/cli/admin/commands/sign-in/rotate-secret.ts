import { rotateNonces } from '../../../../../shared/accounts/sign-in/nonces.ts';
import type { Command } from '../../command.ts';

export const signInRotateSecret: Command = {
  name: 'sign-in rotate-secret',
  summary: 'Create a new secret for the nonces of sign-ins',
  positionals: [],
  recorded: 'by_command',
  options: {},
  notes:
    'Users notice nothing: the previous secret stays valid until the next rotation, so sign-ins in progress succeed.\n' +
    'To invalidate a leaked secret, run it twice, 5 minutes apart.',
  async run(session) {
    await rotateNonces(session.table);
    session.say('A new secret signs the nonces from now on.');
  },
};
