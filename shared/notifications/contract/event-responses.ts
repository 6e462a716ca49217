import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { registerSchemaNames, timestamp, withDescription } from '../../platform/contract/responses.ts';
import { EVENT_DATA_BY_TYPE } from './event-data-responses.ts';
import { EVENT_KEEP_DAYS, EVENT_TYPES, type EventType } from './event-types.ts';

const envelopeFields = {
  id: withDescription(
    z.string().check(z.startsWith(ID_PREFIXES.event)),
    'Id of the event, the same in lists and deliveries. Use it to recognize an event that arrives twice.',
  ),
  sequence: withDescription(
    z.int().check(z.minimum(1)),
    'Number of the event among the events of the account. The first is 1, and no number is missing.',
  ),
  created_at: withDescription(
    timestamp,
    'Time at which the event got its sequence, UTC. It never decreases from one event to the next.',
  ),
  account: withDescription(z.string(), "Id of the account's user."),
};

/** Schema of an event of any type, as lists contain it. */
export const anyEventSchema = z.strictObject({
  ...envelopeFields,
  type: withDescription(z.enum(EVENT_TYPES), 'Type of the event.'),
  data: withDescription(
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
    'Details of the event. The fields depend on the type. The documentation at /docs/events lists them, and so do the callbacks of `POST /webhooks`.',
  ),
});

/** Returns the schema name for an event type, such as `ApiKeyCreatedEvent` for `api_key.created`. */
const eventSchemaName = (type: EventType) =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

export const EVENT_DEFINITIONS = EVENT_TYPES.map((type) => {
  const [description, data] = EVENT_DATA_BY_TYPE[type];
  const schema = z.strictObject({
    ...envelopeFields,
    type: withDescription(z.literal(type), 'Type of the event.'),
    data: withDescription(z.strictObject(data), 'Details of the event.'),
  });
  registerSchemaNames({ [eventSchemaName(type)]: [schema, description] });
  return { name: type, description, schema };
});

registerSchemaNames({
  EventEnvelope: [anyEventSchema, `An event of the account. It can be read for ${EVENT_KEEP_DAYS} days.`],
});
