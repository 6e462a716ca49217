import { rotateNonces } from '../../../../../shared/accounts/sign-in/nonces.ts';
import type { Command } from '../../command.ts';

export const signInRotateSecret: Command = {
  name: 'sign-in rotate-secret',
  summary: 'Create a new secret that signs the nonces of sign-in messages',
  positionals: [],
  recorded: 'by_command',
  options: {},
  notes:
    'Users notice nothing: the previous secret stays valid until the next rotation, so sign-ins in progress succeed.\n' +
    'To invalidate a leaked secret, run it twice, 5 minutes apart.',
  async run(session) {
    await rotateNonces(session.table);
    session.say('The new secret is in use. It signs the nonces of all new sign-in messages.');
  },
};
