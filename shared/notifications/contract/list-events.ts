import * as z from 'zod/mini';
import {
  enumParam,
  integerParam,
  listParam,
  momentParam,
  pageParams,
} from '../../platform/contract/query.ts';
import { defineRoute } from '../../platform/contract/route.ts';
import { EVENT_TYPES } from './event-types.ts';

/** Largest sequence that a request may contain. The sequence of every event is smaller. */
const SEQUENCE_MAX = 999_999_999_999_999;

export const listEventsRoute = defineRoute({
  id: 'notifications.list-events',
  method: 'GET',
  path: '/events',
  summary: 'List the events of your account',
  access: 'account:read',
  table: 'read',
  query: z.strictObject({
    after: z.optional(integerParam({ min: 0, max: SEQUENCE_MAX })),
    type: z.optional(listParam(enumParam(EVENT_TYPES), EVENT_TYPES.length)),
    from: z.optional(momentParam('start')),
    order: z._default(enumParam(['asc', 'desc']), 'asc'),
    ...pageParams,
  }),
  status: 200,
  paginated: true,
  errors: [],
});
