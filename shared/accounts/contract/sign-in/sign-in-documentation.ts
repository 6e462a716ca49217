import * as z from 'zod/mini';
import { documentRoute, momentText, PAGE_TEXTS } from '../../../platform/contract/documented-route.ts';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { count, described, timestamp } from '../../../platform/contract/responses.ts';
import { walletConnection } from '../../../wallets/contract/responses.ts';
import { session, userView } from '../responses.ts';
import { challengeRoute } from './challenge.ts';
import { listSessionsRoute } from './list-sessions.ts';
import { loginRoute } from './login.ts';
import { logoutRoute } from './logout.ts';
import { proveWalletRoute } from './prove-wallet.ts';
import { revokeOtherSessionsRoute } from './revoke-other-sessions.ts';
import { revokeSessionRoute } from './revoke-session.ts';

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
  challenge: documentRoute(challengeRoute, {
    description:
      'Gives a Sign-In with Ethereum message (EIP-4361) for the wallet to sign. A client may also write its own ' +
      'message around the nonce. The nonce serves one login of this wallet.',
    fields: {
      body: {
        wallet_address: 'The wallet that will sign: its Ethereum address.',
        chain_id: 'EIP-155 chain id, one of those that the deployment supports.',
      },
    },
    response: z.strictObject({
      message: described(z.string(), 'To be signed as it stands (personal_sign).'),
      nonce: z.string(),
      issued_at: timestamp,
      expires_at: timestamp,
    }),
    example: { body: { wallet_address: EXAMPLE_ADDRESS, chain_id: 1 } },
  }),
  login: documentRoute(loginRoute, {
    description:
      'Checks the signed message and gives a session token for the X-API-KEY header. The user is created at the ' +
      'first login of a wallet.',
    fields: {
      body: {
        message: 'The message that the wallet signed, as it stands.',
        signature: "The wallet's signature of the message (personal_sign).",
        wallet_app:
          'The wallet that signed, by the name that it announces (EIP-6963), for the list of sessions. Blanks around ' +
          'it are left out; nobody checks that it is true.',
      },
    },
    response: z.strictObject({
      token: described(z.string(), 'Send it in X-API-KEY. Shown this once.'),
      expires_at: timestamp,
      user: userView,
    }),
    example: {
      body: {
        message: EXAMPLE_MESSAGE,
        signature: `0x${'0'.repeat(130)}`,
        wallet_app: 'Example Wallet',
      },
    },
  }),
  proveWallet: documentRoute(proveWalletRoute, {
    description:
      'Proves that a connected wallet belongs to who connected it, by a message that it signs around the nonce of a ' +
      'challenge, as for a login. Wallets that are deployed contracts are asked (EIP-1271).',
    fields: {
      params: { id: 'Id of the wallet connection.' },
      body: {
        message: 'The message of POST /auth/challenge for this wallet, as it stands.',
        signature: "The wallet's signature of the message (personal_sign).",
      },
    },
    response: walletConnection,
    example: {
      params: { id: `${ID_PREFIXES.walletConnection}4fTq8ZkW2sVbN7pX` },
      body: { message: EXAMPLE_MESSAGE, signature: `0x${'0'.repeat(130)}` },
    },
  }),
  logout: documentRoute(logoutRoute, {
    description:
      'Ends the session presented, at once. Presented with a long-lived API key it ends all sessions of its user, ' +
      'and the key stays; the key needs the scope account:write for that.',
    fields: {},
    response: z.strictObject({ sessions_ended: count }),
  }),
  listSessions: documentRoute(listSessionsRoute, {
    description: 'The sessions that have not ended, newest first.',
    fields: { query: PAGE_TEXTS },
    response: z.array(session),
  }),
  revokeSession: documentRoute(revokeSessionRoute, {
    description: 'Ends a session at once: the next request with it is refused.',
    fields: { params: { id: 'Id of the session.' } },
    response: z.strictObject({ id: z.string(), status: z.literal('ended') }),
    example: { params: { id: `${ID_PREFIXES.session}4fTq8ZkW2sVbN7pX` } },
  }),
  revokeOtherSessions: documentRoute(revokeOtherSessionsRoute, {
    description:
      'Ends all sessions at once, but for the one presented. Presented with an API key it ends them all. With ' +
      '`keys_since` also the keys that sessions have made since then, with all that those have made: where a session ' +
      'was stolen, what it has left. The key that is presented stays.',
    fields: {
      query: {
        keys_since: momentText(
          'A day (UTC) or a moment: keys that sessions made from then on are revoked too.',
        ),
      },
    },
    response: z.strictObject({ sessions_ended: count, keys_revoked: count }),
  }),
} as const;
