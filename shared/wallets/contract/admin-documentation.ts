import * as z from 'zod/mini';
import { CURSOR_DESCRIPTIONS, documentRoute } from '../../platform/contract/documented-route.ts';
import { cursorMeta } from '../../platform/contract/responses.ts';
import { adminConnectionHistoryRoute } from './admin-history.ts';
import { adminListConnectionsRoute } from './admin-list.ts';
import { adminUpdateConnectionRoute } from './admin-update.ts';
import { CONNECTION_FILTER_TEXTS, CONNECTION_ID_TEXT } from './documentation.ts';
import { administeredConnection, connectionChange } from './responses.ts';

export const adminWallets = {
  walletprovider: documentRoute(adminListConnectionsRoute, {
    description: 'Wallet connections of all accounts, newest first. You can combine the filters.',
    fields: {
      query: {
        ...CONNECTION_FILTER_TEXTS,
        account: 'Keep only connections that this account created.',
        ...CURSOR_DESCRIPTIONS,
      },
    },
    response: z.array(administeredConnection),
    meta: cursorMeta,
  }),
  walletproviderUpdate: documentRoute(adminUpdateConnectionRoute, {
    description:
      'Accepts a removal request (status removed) or rejects it (active). Also suspends or reinstates a connection. If the ' +
      'current status does not allow this change, the error lists the statuses that it allows.',
    fields: {
      params: { id: CONNECTION_ID_TEXT },
      body: { status: 'The new status of the connection.', note: 'The reason, stored in the history.' },
    },
    response: administeredConnection,
    example: {
      params: { id: 'wc_0000000000000000' },
      body: { status: 'removed', note: 'Verified by phone.' },
    },
  }),
  walletproviderHistory: documentRoute(adminConnectionHistoryRoute, {
    description: 'Who changed the status of the connection, when, and to which value. Newest first.',
    fields: { params: { id: CONNECTION_ID_TEXT }, query: CURSOR_DESCRIPTIONS },
    response: z.array(connectionChange),
    meta: cursorMeta,
    example: { params: { id: 'wc_0000000000000000' } },
  }),
} as const;
