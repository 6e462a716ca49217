import * as z from 'zod/mini';
import { ID_PREFIXES } from '../../platform/contract/ids.ts';
import { described, nameSchemas, timestamp } from '../../platform/contract/responses.ts';
import { EVENT_DATA } from './event-data-responses.ts';
import { EVENT_KEEP_DAYS, EVENT_TYPES, type EventType } from './event-types.ts';

const envelope = {
  id: described(
    z.string().check(z.startsWith(ID_PREFIXES.event)),
    'The same in lists and in deliveries. Use it to recognize an event that arrives twice.',
  ),
  sequence: described(
    z.int().check(z.minimum(1)),
    "The event's number in its account, from 1 without a gap.",
  ),
  created_at: described(
    timestamp,
    'When it was given its number, UTC. It never falls from one event to the next.',
  ),
  account: described(z.string(), 'Id of the user whose account it is.'),
};

/** Schema of an event of any type, as in lists. */
export const anyEvent = z.strictObject({
  ...envelope,
  type: described(z.enum(EVENT_TYPES), 'What has happened.'),
  data: described(
    z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])),
    'What it was, by the type: its fields are those of the event of that type among the callbacks of `POST /webhooks`.',
  ),
});

/** Returns the schema name of an event type: `ApiKeyCreatedEvent` for `api_key.created`. */
const schemaName = (type: EventType) =>
  `${type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;

/** Documented schema of each event type. Each schema has its own name. */
export const EVENTS = EVENT_TYPES.map((type) => {
  const [description, data] = EVENT_DATA[type];
  const schema = z.strictObject({
    ...envelope,
    type: described(z.literal(type), 'What has happened.'),
    data: described(z.strictObject(data), 'What it was.'),
  });
  nameSchemas({ [schemaName(type)]: [schema, description] });
  return { name: type, description, schema };
});

nameSchemas({
  EventEnvelope: [anyEvent, `Something that has happened. It can be read for ${EVENT_KEEP_DAYS} days.`],
});
