import { rotateNonceSecrets } from '../../../../../shared/accounts/sign-in/challenge-messages.ts';
import type { Command } from '../../command.ts';

export const signInRotateSecretCommand: Command = {
  name: 'sign-in rotate-secret',
  summary: 'Replace the secret that signs the nonces of sign-in messages',
  positionals: [],
  recorded: 'by_command',
  options: {},
  notes: `The service signs the one-time value (nonce) of each sign-in message with this secret. The previous secret stays valid until the
next rotation, so sign-ins in progress succeed. If the secret has leaked, run \`sign-in rotate-secret\` now and again after 5
minutes. The second run makes the leaked secret invalid.`,

  async run(commandContext) {
    await rotateNonceSecrets(commandContext.table);
    commandContext.say('The new secret is in use for all new sign-in messages.');
  },
};
