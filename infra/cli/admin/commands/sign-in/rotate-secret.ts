import { rotateNonces } from '../../../../../shared/accounts/sign-in/nonces.ts';
import type { Command } from '../../command.ts';

export const signInRotateSecret: Command = {
  name: 'sign-in rotate-secret',
  summary: 'Sign the nonces of sign-ins with a new secret',
  positionals: [],
  recorded: 'by_command',
  options: {},
  notes:
    'Nobody notices: sign-ins that have begun are finished with the former secret, which is good until the next rotation.\n' +
    'Run it twice, five minutes apart, to make the former one worthless.',
  async run(session) {
    await rotateNonces(session.table);
    session.say('Nonces are signed with a new secret.');
  },
};
