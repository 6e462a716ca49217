import * as z from 'zod/mini';
import { CURSOR_DESCRIPTIONS, documentRoute } from '../../platform/contract/documented-route.ts';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { cursorMeta } from '../../platform/contract/responses.ts';
import { adminAuditLogRoute } from './admin-audit-log.ts';
import { adminUpdateUserRoute } from './admin-update-user.ts';
import { listUsersRoute } from './list-users.ts';
import { accountEvent, adminUser } from './responses.ts';

export const adminUserRoutes = {
  users: documentRoute(listUsersRoute, {
    description: 'Users of all plans and roles, newest first.',
    fields: {
      query: {
        plan: 'Keep only users on this plan.',
        role: 'Keep only users with this role.',
        search:
          'The beginning of a user id (usr_...) or of the address of a sign-in wallet (0x...), with at least four characters after the prefix.',
        sort: 'The field to sort by.',
        order: 'Direction of the sort. Default: desc (newest first).',
        ...CURSOR_DESCRIPTIONS,
      },
    },
    response: z.array(adminUser),
    meta: cursorMeta,
  }),
  updateUser: documentRoute(adminUpdateUserRoute, {
    description:
      'Suspends or reinstates a user. All credentials of a suspended user are rejected from the next request on. Nothing is deleted, and positions continue to earn.',
    fields: {
      params: { id: 'Id of the user.' },
      body: {
        status: 'New status of the user.',
        reason: 'The reason, for other operators and for the user.',
      },
    },
    response: adminUser,
    example: {
      params: { id: `${ID_PREFIXES.user}4fTq8ZkW2sVbN7pX` },
      body: { status: 'suspended', reason: 'Keys found in a public repository' },
    },
  }),
  events: documentRoute(adminAuditLogRoute, {
    description: 'Audit events of all accounts and of operators, newest first.',
    fields: {
      query: {
        account: 'Keep only events about this account: the id of its user.',
        type: 'Keep only events of this type.',
        ...CURSOR_DESCRIPTIONS,
      },
    },
    response: z.array(accountEvent),
    meta: cursorMeta,
  }),
} as const;
