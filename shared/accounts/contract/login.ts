import * as z from 'zod/mini';
import { defineRoute } from '../../platform/contract/route.ts';

/** Bytes of a signature: a key's has 65, a contract may want more. */
const SIGNATURE_MAX_BYTES = 8_192;
const SIGNATURE_PATTERN = /^0x([0-9A-Fa-f]{2})*$/;
const SIGNATURE_RULE = `must be 0x and the hexadecimal digits of at most ${SIGNATURE_MAX_BYTES} bytes`;

/** A message and its signature. */
export const signedMessage = {
  message: z.string().check(z.minLength(1), z.maxLength(4_096)),
  signature: z
    .string(SIGNATURE_RULE)
    .check(
      z.maxLength(2 + 2 * SIGNATURE_MAX_BYTES, SIGNATURE_RULE),
      z.regex(SIGNATURE_PATTERN, SIGNATURE_RULE),
    ),
} as const;

export const loginRoute = defineRoute({
  id: 'accounts.login',
  method: 'POST',
  path: '/auth/login',
  summary: 'Log in with a signed message',
  access: 'public',
  table: 'write',
  items: [
    'nonce',
    'nonceSecrets',
    'sourceBucket',
    'walletLogin',
    'user',
    'userSearch',
    'credential',
    'accountBucket',
    'sequence',
    'auditEvent',
  ],
  body: z.strictObject(signedMessage),
  status: 200,
  paginated: false,
  errors: ['sign_in_refused'],
  lambda: {
    settings: ['SIGN_IN_URI', 'SIGN_IN_CHAIN_IDS', 'SESSION_HOURS', 'ADMIN_WALLET', 'CHAIN_SETTINGS'],
  },
});
