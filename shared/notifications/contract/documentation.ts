import * as z from 'zod/mini';
import { documentRoute, momentText, PAGE_TEXTS } from '../../platform/contract/documented-route.ts';
import { count, described } from '../../platform/contract/responses.ts';
import { anyEvent } from './event-responses.ts';
import { EVENT_KEEP_DAYS } from './event-types.ts';
import { listEventsRoute } from './list-events.ts';

export const events = {
  list: documentRoute(listEventsRoute, {
    description:
      `What has happened to the account in the last ${EVENT_KEEP_DAYS} days, as it was numbered. To follow it, ask for ` +
      'what comes `after` the last sequence that you have seen. A key without `investments:read` is not told of money.',
    fields: {
      query: {
        after: 'Keep only events with a higher sequence.',
        types: 'Keep only events of these types.',
        since: momentText('Keep only events from this day or moment on.'),
        order: 'By sequence: the oldest or the latest first.',
        ...PAGE_TEXTS,
      },
    },
    response: z.array(anyEvent),
    meta: {
      last_sequence: described(
        count,
        'The highest sequence of all events of the account; 0 before the first.',
      ),
    },
    example: { query: { after: '0', since: '2026-11-01' } },
  }),
} as const;
