import * as z from 'zod/mini';
import { documentRoute } from '../../platform/contract/documented-route.ts';
import { described, timestamp } from '../../platform/contract/responses.ts';
import { getRoute } from './get.ts';
import { statistics } from './responses.ts';

export const adminStatistics = {
  statistics: documentRoute(getRoute, {
    description:
      'Counters that follow every change within about a second (requests: every hour), positions valued as of now, and the state of the catalog.',
    fields: {},
    response: statistics,
    meta: {
      as_of: timestamp,
      prices_as_of: described(z.nullable(timestamp), 'Age of the prices; null without any.'),
    },
  }),
} as const;
