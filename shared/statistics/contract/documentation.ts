import * as z from 'zod/mini';
import { documentRoute } from '../../platform/contract/documented-route.ts';
import { timestamp, withDescription } from '../../platform/contract/responses.ts';
import { getStatisticsRoute } from './get.ts';
import { statistics } from './responses.ts';

export const adminStatistics = {
  statistics: documentRoute(getStatisticsRoute, {
    description:
      'Counters, current values of positions, and the state of the catalog. Counters are updated within about a second. Counters of requests are updated once an hour.',
    fields: {},
    response: statistics,
    meta: {
      as_of: timestamp,
      prices_as_of: withDescription(z.nullable(timestamp), 'Age of the prices; null without prices.'),
    },
  }),
} as const;
