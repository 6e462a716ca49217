import { revokeKey } from '../../../../../shared/accounts/keys/key-changes.ts';
import { disableWebhooksOfKey } from '../../../../../shared/notifications/webhooks/webhooks-of-key.ts';
import { type Command, readPositionalArgument, USER_PLACEHOLDER } from '../../command.ts';
import { requireUser } from '../../users.ts';

export const keyRevokeCommand: Command = {
  name: 'key revoke',
  summary: "Revoke one of a user's API keys",
  positionals: [USER_PLACEHOLDER, 'KEY'],
  recorded: 'by_use_case',
  options: {},
  notes: 'KEY is the id of the key (key_...). The key stops working at once and cannot be restored.',
  async run(commandContext) {
    const { id } = await requireUser(commandContext, readPositionalArgument(commandContext, 0));
    const key = readPositionalArgument(commandContext, 1);
    await commandContext.confirm(
      `Revoke ${key} of ${id}? The service will reject all requests with this key.`,
    );
    const revocationOptions = { type: 'api_key.revoked', disableWebhooks: disableWebhooksOfKey } as const;
    commandContext.print(await revokeKey(commandContext, id, key, commandContext.now, revocationOptions));
  },
};
