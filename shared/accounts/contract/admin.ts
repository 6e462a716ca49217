import * as z from 'zod';
import { PLANS } from '../../platform/contract/plans.ts';
import { enumParam, pageParams, textParam } from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { ROLES } from '../../platform/contract/scopes.ts';
import {
  CONNECTION_STATUSES,
  connectionFilters,
  connectionIdParam,
  note,
  walletConnection,
} from '../../wallets/contract.ts';

const timestamp = z.iso.datetime().meta({ description: 'ISO 8601, UTC.' });

/** A connection as administrators see it. */
export const administeredConnection = walletConnection.extend({
  owner: z.string().meta({ description: 'User id of the account that made the connection.' }),
  note: z.string().nullable().meta({ description: "The latest administrator's note." }),
  changes: z.int().min(1).meta({ description: 'Entries of the audit trail.' }),
});

const connectionChange = z.strictObject({
  number: z.int().min(1),
  at: timestamp,
  actorId: z.string().meta({ description: 'User id of who made the change.' }),
  actorRole: z.enum(ROLES),
  credentialId: z.string(),
  requestId: z.string(),
  from: z.enum(CONNECTION_STATUSES).nullable().meta({ description: 'null: the connection was made.' }),
  to: z.enum(CONNECTION_STATUSES),
  note: z.string().nullable().meta({ description: "The owner's reason or the administrator's note." }),
});

export const adminWallets = {
  walletprovider: defineRoute({
    id: 'wallets.admin-list',
    method: 'GET',
    path: '/admin/walletprovider',
    summary: "List everybody's wallet connections",
    description: 'Connections of all accounts, newest first, with any combination of the filters.',
    access: 'admin',
    table: 'read',
    query: z.strictObject({
      ...connectionFilters,
      owner: textParam(128).optional().meta({ description: 'User id of the account that made them.' }),
      ...pageParams,
    }),
    response: z.array(administeredConnection),
    status: 200,
    paginated: true,
    errors: [],
  }),
  walletproviderUpdate: defineRoute({
    id: 'wallets.admin-update',
    method: 'PUT',
    path: '/admin/walletprovider/{id}',
    summary: 'Decide on a wallet connection',
    description:
      'Grants a removal request (removed) or refuses it (active), suspends a connection or reinstates it. ' +
      'A status that cannot follow the present one, itself included, is refused with the ones that can.',
    access: 'admin',
    table: 'write',
    params: z.strictObject({ id: connectionIdParam }),
    query: z.strictObject({}),
    body: z.strictObject({
      status: z.enum(CONNECTION_STATUSES).meta({ description: 'The state that the connection is put in.' }),
      note: note.optional().meta({ description: 'Why, for the audit trail.' }),
    }),
    response: administeredConnection,
    status: 200,
    paginated: false,
    errors: ['wallet_connection_not_found', 'invalid_transition'],
    example: {
      params: { id: 'wc_0000000000000000' },
      body: { status: 'removed', note: 'Verified by phone.' },
    },
  }),
  walletproviderHistory: defineRoute({
    id: 'wallets.admin-history',
    method: 'GET',
    path: '/admin/walletprovider/{id}/history',
    summary: "Read a wallet connection's audit trail",
    description: 'Who changed the connection, what and when, newest first.',
    access: 'admin',
    table: 'read',
    params: z.strictObject({ id: connectionIdParam }),
    query: z.strictObject(pageParams),
    response: z.array(connectionChange),
    status: 200,
    paginated: true,
    errors: ['wallet_connection_not_found'],
    example: { params: { id: 'wc_0000000000000000' } },
  }),
} as const;

export const adminUser = z.strictObject({
  id: z.string(),
  wallet_address: z.string().nullable().meta({ description: 'The wallet that signs in; EIP-55 form.' }),
  name: z.string().nullable(),
  role: z.enum(ROLES),
  plan: z.enum(PLANS),
  limits: z.strictObject({ requests_per_minute: z.int(), burst: z.int() }),
  api_keys: z.int().min(0).meta({ description: "Keys that count towards the plan's number." }),
  created_at: timestamp,
  updated_at: timestamp,
});
export type AdminUser = z.infer<typeof adminUser>;

export const adminUsers = {
  users: defineRoute({
    id: 'accounts.list-users',
    method: 'GET',
    path: '/admin/users',
    summary: 'List users',
    description: 'Users of all plans and roles, newest first.',
    access: 'admin',
    table: 'read',
    query: z.strictObject({
      plan: enumParam(PLANS).optional().meta({ description: 'Keep only users on this plan.' }),
      role: enumParam(ROLES).optional().meta({ description: 'Keep only users of this role.' }),
      search: textParam(128).optional().meta({
        description:
          'The beginning of a user id (usr_...) or of a sign-in wallet address (0x...), with at least four characters after the prefix.',
      }),
      ...pageParams,
    }),
    response: z.array(adminUser),
    status: 200,
    paginated: true,
    errors: [],
  }),
} as const;
