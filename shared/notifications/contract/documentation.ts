import * as z from 'zod/mini';
import {
  CURSOR_DESCRIPTIONS,
  describeMoment,
  documentRoute,
  PAGE_PARAMETER_DESCRIPTIONS,
} from '../../platform/contract/documented-route.ts';
import { EXAMPLE_STRATEGY_ID, ID_PREFIXES } from '../../platform/contract/ids.ts';
import { count, cursorMeta, withDescription } from '../../platform/contract/responses.ts';
import { ALERT_DEFAULTS } from './alerts/alert-kinds.ts';
import { alert } from './alerts/alert-responses.ts';
import { createAlertRoute } from './alerts/create-alert.ts';
import { deleteAlertRoute } from './alerts/delete-alert.ts';
import { getAlertRoute } from './alerts/get-alert.ts';
import { listAlertsRoute } from './alerts/list-alerts.ts';
import { updateAlertRoute } from './alerts/update-alert.ts';
import { anyEventSchema } from './event-responses.ts';
import { EVENT_KEEP_DAYS } from './event-types.ts';
import { listEventsRoute } from './list-events.ts';

export const events = {
  list: documentRoute(listEventsRoute, {
    description:
      `The events of the account in the last ${EVENT_KEEP_DAYS} days, sorted by their sequence. To follow them, send ` +
      '`after` with the last `sequence` that you have seen. A key without `investments:read` gets no investment events.',
    fields: {
      query: {
        after: 'Keep only events with a higher sequence.',
        type: 'Keep only events of these types.',
        from: describeMoment('Keep only events at or after this time (ISO 8601) or day (UTC).'),
        order: 'Direction of the sort by sequence: asc is oldest first, desc is newest first.',
        ...PAGE_PARAMETER_DESCRIPTIONS,
      },
    },
    response: z.array(anyEventSchema),
    meta: {
      next_after: withDescription(
        z.nullable(count),
        'Cursor: send it as `after` to get the next page. Null on the last page, and with order=desc.',
      ),
      last_sequence: withDescription(
        count,
        'The highest sequence of all events of the account; 0 before the first.',
      ),
    },
    example: { query: { after: '0', from: '2026-11-01' } },
  }),
} as const;

const EXAMPLE_ALERT_ID = `${ID_PREFIXES.alert}4fTq8ZkW2sVbN7pX`;
const ALERT_ID_DESCRIPTION = { id: 'Id of the alert.' };
const ALERT_CHANGE_DESCRIPTIONS = {
  name: 'Name for people.',
  level: 'Level of the APY, percent. Required for apy_above and apy_below.',
  by: 'How far a figure moves: points of APY for apy_rose and apy_fell, percent for tvl_fell. Required for these kinds.',
  days: `Number of past days. A change is measured from the highest or lowest value of these days. Default: ${ALERT_DEFAULTS.days}.`,
  hysteresis:
    'How far a figure must move back before the alert can report it again, in points of APY or percent of the TVL. ' +
    `Default: ${ALERT_DEFAULTS.hysteresis}, or half of by if that is less.`,
  cooldown_minutes: `Minutes after an event in which the alert does not report the same strategy again. Default: ${ALERT_DEFAULTS.cooldownMinutes}.`,
  paused: 'Whether the alert is paused.',
} as const;
const ALERT_FILTER_SCHEMA = {
  type: 'object',
  properties: {
    chain: { type: 'string', maxLength: 64, description: 'Blockchain name.' },
    asset: { type: 'string', maxLength: 64, description: 'Asset symbol.' },
    protocol: { type: 'string', maxLength: 128, description: 'Name of the protocol.' },
    strategy_type: { type: 'string', maxLength: 64, description: 'Kind of strategy, such as lending.' },
    stablecoin: { type: 'boolean', description: 'Whether the strategies are of stablecoins.' },
  },
  additionalProperties: false,
} as const;

export const alerts = {
  list: documentRoute(listAlertsRoute, {
    description: 'Your alerts, oldest first.',
    fields: { query: CURSOR_DESCRIPTIONS },
    response: z.array(alert),
    meta: {
      ...cursorMeta,
      quota: withDescription(
        z.strictObject({ used: count, max: count }),
        'Alerts that there are, and may be.',
      ),
    },
  }),
  get: documentRoute(getAlertRoute, {
    fields: { params: ALERT_ID_DESCRIPTION },
    response: alert,
    example: { params: { id: EXAMPLE_ALERT_ID } },
  }),
  create: documentRoute(createAlertRoute, {
    description:
      'The alert creates an event when a strategy starts to meet its condition. A strategy that already meets it creates no event. A figure that moves up and down around the level creates only one event.',
    fields: {
      body: {
        kind: 'The condition that it checks.',
        target: 'Which strategies it watches: one, those of your positions, or those that match the filter.',
        strategy_id: 'Id of the strategy, for the target strategy.',
        filter: {
          description:
            'Properties of the watched strategies, for the target filter. Send at least a chain, an asset or a protocol.',
          schema: ALERT_FILTER_SCHEMA,
        },
        ...ALERT_CHANGE_DESCRIPTIONS,
      },
    },
    response: alert,
    example: {
      body: { kind: 'apy_below', target: 'strategy', strategy_id: EXAMPLE_STRATEGY_ID, level: 3 },
    },
  }),
  update: documentRoute(updateAlertRoute, {
    description:
      'Changes the fields that you send. The kind and the watched strategies cannot be changed. The alert then starts again like a new one.',
    fields: { params: ALERT_ID_DESCRIPTION, body: ALERT_CHANGE_DESCRIPTIONS },
    response: alert,
    example: { params: { id: EXAMPLE_ALERT_ID }, body: { paused: true } },
  }),
  remove: documentRoute(deleteAlertRoute, {
    fields: { params: ALERT_ID_DESCRIPTION },
    response: z.strictObject({ id: z.string(), status: z.literal('deleted') }),
    example: { params: { id: EXAMPLE_ALERT_ID } },
  }),
} as const;
