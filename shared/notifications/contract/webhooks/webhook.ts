import * as z from 'zod/mini';
import { textParam } from '../../../platform/contract/query.ts';
import { EVENT_TYPES } from '../event-types.ts';
import { SETTABLE_STATUSES, WEBHOOK_URL_CHARACTERS_MAX } from './webhook-values.ts';

const DESCRIPTION_LENGTH_MAX = 200;

export const webhookParams = z.strictObject({ id: textParam(64) });

export const deliveryParams = z.strictObject({ id: textParam(64), deliveryId: textParam(64) });

/**
 * This schema does not check whether the service may send to the host, because this depends on the deployment.
 * `findUrlProblem` checks it later.
 */
export const webhookUrlParam = textParam(WEBHOOK_URL_CHARACTERS_MAX);

const EVENT_TYPES_MAX = EVENT_TYPES.length;
const EVENT_TYPES_RULE = `must be null, or a list of 1 to ${EVENT_TYPES_MAX} event types`;
const [EXAMPLE_EVENT_TYPE] = EVENT_TYPES;

/** Null means all event types. */
export const webhookEventTypes = z.nullable(
  z
    .array(
      z.enum(
        EVENT_TYPES,
        `must be an event type that the API reference lists, such as ${EXAMPLE_EVENT_TYPE}`,
      ),
      EVENT_TYPES_RULE,
    )
    .check(z.minLength(1, EVENT_TYPES_RULE), z.maxLength(EVENT_TYPES_MAX, EVENT_TYPES_RULE)),
);

export const webhookDescription = z.nullable(textParam(DESCRIPTION_LENGTH_MAX));

export const webhookStatus = z.enum(SETTABLE_STATUSES, `must be one of ${SETTABLE_STATUSES.join(', ')}`);
