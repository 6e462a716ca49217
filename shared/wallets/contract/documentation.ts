import * as z from 'zod/mini';
import { chainReport } from '../../chain/contract/responses.ts';
import { CURSOR_DESCRIPTIONS, documentRoute } from '../../platform/contract/documented-route.ts';
import { cursorMeta, timestamp } from '../../platform/contract/responses.ts';
import { balancesRoute } from './balances.ts';
import { connectionsRoute } from './connections.ts';
import { createConnectionRoute } from './create.ts';
import { END_USER_ID_LENGTH_MAX, END_USER_ID_PATTERN } from './fields.ts';
import { getRoute } from './get.ts';
import { listRoute } from './list.ts';
import { removalRequestRoute } from './removal-request.ts';
import { walletBalances, walletConnection } from './responses.ts';

export const ADDRESS_DESCRIPTION = 'Ethereum address; the EIP-55 checksum is checked when the case is mixed.';
export const CONNECTION_ID_TEXT = 'Id of the wallet connection.';

export const END_USER_ID_DOCUMENTATION = {
  description: 'Your id of the end user. Use an opaque id, not a name or an e-mail address.',
  schema: {
    type: 'string',
    pattern: END_USER_ID_PATTERN,
    maxLength: END_USER_ID_LENGTH_MAX,
  },
} as const;

export const CONNECTION_FILTER_TEXTS = {
  userId: {
    ...END_USER_ID_DOCUMENTATION,
    description: 'Keep only connections of this end user. Send your id of the user.',
  },
  status: 'Keep only connections with this status.',
} as const;

export const wallet = {
  connections: documentRoute(connectionsRoute, {
    description: 'All wallet connections of the account, newest first.',
    fields: { query: { ...CONNECTION_FILTER_TEXTS, ...CURSOR_DESCRIPTIONS } },
    response: z.array(walletConnection),
    meta: cursorMeta,
  }),
  get: documentRoute(getRoute, {
    description: 'One wallet connection of the account. Removed connections can be read too.',
    fields: { params: { id: CONNECTION_ID_TEXT } },
    response: walletConnection,
    example: { params: { id: 'wc_0000000000000000' } },
  }),
  balances: documentRoute(balancesRoute, {
    description:
      "Native and ERC-20 balances of the account's active connections, read from the chains and valued in USD. " +
      'If a chain does not respond, meta.chains names it, and the other balances are returned.',
    fields: {
      query: {
        chain: 'Read only this chain, in any letter case.',
        asset: 'Read only this asset.',
        wallet_address: 'Read only this wallet. The list is empty if the wallet is not connected.',
        user_id: { ...END_USER_ID_DOCUMENTATION, description: 'Read only the wallets of this end user.' },
        include_zero: 'Also list balances of 0 (default false).',
        ...CURSOR_DESCRIPTIONS,
      },
    },
    response: z.array(walletBalances),
    meta: {
      ...cursorMeta,
      chains: z.array(chainReport),
      prices_as_of: z.nullable(timestamp),
    },
  }),
} as const;

export const walletprovider = {
  create: documentRoute(createConnectionRoute, {
    description: 'Stores a connection between a wallet and one of your end users.',
    fields: { body: { walletAddress: ADDRESS_DESCRIPTION, userId: END_USER_ID_DOCUMENTATION } },
    response: walletConnection,
    example: {
      body: { walletAddress: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', userId: 'user-1' },
    },
  }),
  list: documentRoute(listRoute, {
    description: 'All wallet connections of the account, newest first.',
    fields: { query: { ...CONNECTION_FILTER_TEXTS, ...CURSOR_DESCRIPTIONS } },
    response: z.array(walletConnection),
    meta: cursorMeta,
  }),
  removalRequest: documentRoute(removalRequestRoute, {
    description:
      'Requests the removal of an active connection. An administrator accepts or rejects the request.',
    fields: {
      body: { connectionId: CONNECTION_ID_TEXT, reason: 'The reason, for the administrator who decides.' },
    },
    response: walletConnection,
    example: { body: { connectionId: 'wc_0000000000000000', reason: 'The wallet was lost.' } },
  }),
} as const;
