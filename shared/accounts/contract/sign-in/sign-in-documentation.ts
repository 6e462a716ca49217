import * as z from 'zod/mini';
import { CURSOR_DESCRIPTIONS, documentRoute } from '../../../platform/contract/documented-route.ts';
import { ID_PREFIXES } from '../../../platform/contract/ids.ts';
import { count, cursorMeta, timestamp, withDescription } from '../../../platform/contract/responses.ts';
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
/** Example of a message that a challenge returns. It has expired. */
const EXAMPLE_MESSAGE = `app.example.com wants you to sign in with your Ethereum account:
${EXAMPLE_ADDRESS}

Sign in to the yield platform.

URI: https://app.example.com/login
Version: 1
Chain ID: 1
Nonce: 4fTq8ZkW2sVbN7pXr0aL5dYe
Issued At: 2026-01-01T00:00:00.000Z
Expiration Time: 2026-01-01T00:05:00.000Z`;

const EXAMPLE_CONNECTION_ID = `${ID_PREFIXES.walletConnection}4fTq8ZkW2sVbN7pX`;
const EXAMPLE_ACCOUNT_ID = `${ID_PREFIXES.user}4fTq8ZkW2sVbN7pX`;
const EXAMPLE_PROOF_MESSAGE = `app.example.com wants you to sign in with your Ethereum account:
${EXAMPLE_ADDRESS}

Prove to account ${EXAMPLE_ACCOUNT_ID} that you control this wallet. This does not sign you in.

URI: https://app.example.com/wallet/connections/${EXAMPLE_CONNECTION_ID}/proof
Version: 1
Chain ID: 1
Nonce: 4fTq8ZkW2sVbN7pXr0aL5dYe
Issued At: 2026-01-01T00:00:00.000Z
Expiration Time: 2026-01-01T00:05:00.000Z
Resources:
- urn:yield-api:account:${EXAMPLE_ACCOUNT_ID}
- urn:yield-api:wallet-connection:${EXAMPLE_CONNECTION_ID}`;

export const auth = {
  challenge: documentRoute(challengeRoute, {
    description:
      'Returns a message (EIP-4361) for the wallet to sign. Without connection_id, the signed message logs in. With ' +
      'connection_id, it proves that you control the connected wallet, and cannot log in. Use the message once, within ' +
      'five minutes, and do not change it.',
    fields: {
      body: {
        wallet_address: 'The wallet that will sign: its Ethereum address.',
        connection_id:
          'Id of a connection of this wallet. The message then proves the connection and names its account.',
        chain_id: 'EIP-155 chain id, one of those that the deployment supports.',
      },
    },
    response: z.strictObject({
      message: withDescription(z.string(), 'The message to sign (personal_sign). Do not change it.'),
      nonce: z.string(),
      issued_at: timestamp,
      expires_at: timestamp,
    }),
    example: { body: { wallet_address: EXAMPLE_ADDRESS, chain_id: 1 } },
  }),
  login: documentRoute(loginRoute, {
    description:
      'Checks the signed message and returns a session token for the X-API-KEY header. The first login of a wallet creates its user.',
    fields: {
      body: {
        message: 'The message of POST /auth/challenge, unchanged.',
        signature: "The wallet's signature of the message (personal_sign).",
        wallet_app:
          'Name that the wallet announces (EIP-6963), for the list of sessions. The service removes blanks at both ends and does not check the name.',
      },
    },
    response: z.strictObject({
      token: withDescription(z.string(), 'Send it in X-API-KEY. It is shown only once.'),
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
      'Proves that the account controls a connected wallet. The wallet signs the message that POST /auth/challenge returns for connection_id. Messages for a login are rejected here, and this message is rejected at login. For a contract wallet, the contract checks the signature (EIP-1271).',
    fields: {
      params: { id: 'Id of the wallet connection.' },
      body: {
        message: 'The message of POST /auth/challenge for this wallet and connection_id, unchanged.',
        signature: "The wallet's signature of the message (personal_sign).",
      },
    },
    response: walletConnection,
    example: {
      params: { id: `${ID_PREFIXES.walletConnection}4fTq8ZkW2sVbN7pX` },
      body: { message: EXAMPLE_PROOF_MESSAGE, signature: `0x${'0'.repeat(130)}` },
    },
  }),
  logout: documentRoute(logoutRoute, {
    description:
      'Ends the session of this request at once. With an API key, the answer is 200, but the key stays valid.',
    fields: {},
    response: z.strictObject({ sessions_ended: count }),
  }),
  listSessions: documentRoute(listSessionsRoute, {
    description: 'The sessions that have not ended, newest first. Only a session can list them.',
    fields: { query: CURSOR_DESCRIPTIONS },
    response: z.array(session),
    meta: cursorMeta,
  }),
  revokeSession: documentRoute(revokeSessionRoute, {
    description: 'Ends a session at once: the next request with it is rejected. Only a session can do this.',
    fields: { params: { id: 'Id of the session.' } },
    response: z.strictObject({ id: z.string(), status: z.literal('ended') }),
    example: { params: { id: `${ID_PREFIXES.session}4fTq8ZkW2sVbN7pX` } },
  }),
  revokeOtherSessions: documentRoute(revokeOtherSessionsRoute, {
    description:
      'Ends all sessions at once, except the session of this request. Only a session can do this. API keys stay valid. To end a key, revoke it.',
    fields: {},
    response: z.strictObject({ sessions_ended: count }),
  }),
} as const;
