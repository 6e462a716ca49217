import * as z from 'zod/mini';
import { hasVisibleCharacter, PRINTABLE_TEXT_PATTERN } from '../../../platform/contract/query.ts';
import { defineRoute } from '../../../platform/contract/route.ts';
import { signedMessageFields } from './signed-message.ts';

const WALLET_APP_CHARACTERS_MAX = 64;
const WALLET_APP_RULE = `must be at most ${WALLET_APP_CHARACTERS_MAX} printable characters`;

/** The client sends this name, and it is not verified. A name without a visible character is treated as absent. */
const walletApp = z.optional(
  z.pipe(
    z
      .string(WALLET_APP_RULE)
      .check(
        z.maxLength(WALLET_APP_CHARACTERS_MAX, WALLET_APP_RULE),
        z.regex(PRINTABLE_TEXT_PATTERN, WALLET_APP_RULE),
      ),
    z.transform((text: string) => (hasVisibleCharacter(text) ? text.trim() : undefined)),
  ),
);

export const loginRoute = defineRoute({
  id: 'accounts.login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Log in with a signed message',
  access: 'public',
  table: 'write',
  body: z.strictObject({ ...signedMessageFields, wallet_app: walletApp }),
  status: 200,
  paginated: false,
  errors: ['sign_in_refused', 'new_account_limit_reached'],
  lambda: {
    settings: [
      'SIGN_IN_URI',
      'SIGN_IN_CHAIN_IDS',
      'SESSION_HOURS',
      'ADMIN_WALLET',
      'CHAIN_SETTINGS',
      'NEW_ACCOUNTS_PER_IPV4_NETWORK',
      'NEW_ACCOUNTS_PER_IPV6_NETWORK',
      'NEW_ACCOUNTS_PER_IPV6_SITE',
      'NEW_ACCOUNTS_PER_DAY',
    ],
  },
});
