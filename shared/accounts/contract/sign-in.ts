import * as z from 'zod';
import { defineRoute } from '../../platform/contract/route.ts';
import { userView } from './user.ts';

const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });
const SIGN_IN_SETTINGS = ['SIGN_IN_URI', 'SIGN_IN_CHAIN_IDS'];
const ADDRESS_RULE = 'must be 0x and 40 hexadecimal digits, with a valid EIP-55 checksum where mixed case';

const EXAMPLE_ADDRESS = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
/** As the challenge gives it; its time has long passed. */
const EXAMPLE_MESSAGE = `app.example.com wants you to sign in with your Ethereum account:
${EXAMPLE_ADDRESS}

Sign in to the yield platform.

URI: https://app.example.com/login
Version: 1
Chain ID: 1
Nonce: 4fTq8ZkW2sVbN7pXr0aL5dYe
Issued At: 2026-01-01T00:00:00.000Z
Expiration Time: 2026-01-01T00:05:00.000Z`;

export const auth = {
  challenge: defineRoute({
    id: 'accounts.challenge',
    method: 'POST',
    path: '/auth/challenge',
    summary: 'Begin a login',
    description:
      'Gives a Sign-In with Ethereum message (EIP-4361) for the wallet to sign. A client may also write its own ' +
      'message around the nonce. The nonce serves one login of this wallet.',
    access: 'public',
    table: 'write',
    body: z.strictObject({
      wallet_address: z
        .string({ error: ADDRESS_RULE })
        .regex(/^0x[0-9A-Fa-f]{40}$/, ADDRESS_RULE)
        .meta({ description: 'The wallet that will sign: its Ethereum address.' }),
      chain_id: z
        .int({ error: 'must be the number of a supported chain' })
        .min(1, 'must be the number of a supported chain')
        .default(1)
        .meta({ description: 'EIP-155 chain id, one of those that the deployment supports.' }),
    }),
    example: { body: { wallet_address: EXAMPLE_ADDRESS, chain_id: 1 } },
    response: z.strictObject({
      message: z.string().meta({ description: 'To be signed as it stands (personal_sign).' }),
      nonce: z.string(),
      issued_at: timestamp,
      expires_at: timestamp,
    }),
    status: 201,
    paginated: false,
    errors: [],
    lambda: { settings: SIGN_IN_SETTINGS },
  }),
  login: defineRoute({
    id: 'accounts.login',
    method: 'POST',
    path: '/auth/login',
    summary: 'Log in with a signed message',
    description:
      'Checks the signed message and gives a session token for the X-API-KEY header. The user is created at the ' +
      'first login of a wallet.',
    access: 'public',
    table: 'write',
    body: z.strictObject({
      message: z
        .string()
        .min(1)
        .max(4_096)
        .meta({ description: 'The message that the wallet signed, as it stands.' }),
      signature: z
        .string({ error: 'must be 0x and 130 hexadecimal digits' })
        .regex(/^0x[0-9A-Fa-f]{130}$/, 'must be 0x and 130 hexadecimal digits')
        .meta({ description: "The wallet's signature of the message (personal_sign)." }),
    }),
    example: { body: { message: EXAMPLE_MESSAGE, signature: `0x${'0'.repeat(130)}` } },
    response: z.strictObject({
      token: z.string().meta({ description: 'Send it in X-API-KEY. Shown this once.' }),
      expires_at: timestamp,
      user: userView,
    }),
    status: 200,
    paginated: false,
    errors: ['sign_in_refused'],
    lambda: { settings: [...SIGN_IN_SETTINGS, 'SESSION_HOURS', 'ADMIN_WALLET'] },
  }),
  logout: defineRoute({
    id: 'accounts.logout',
    method: 'GET',
    path: '/auth/logout',
    summary: 'Log out',
    description:
      'Ends the session presented, at once. Presented with a long-lived API key it ends all sessions of its user, ' +
      'and the key stays.',
    access: 'authenticated',
    table: 'write',
    response: z.strictObject({ sessions_ended: z.int().min(0) }),
    status: 200,
    paginated: false,
    errors: [],
  }),
} as const;
