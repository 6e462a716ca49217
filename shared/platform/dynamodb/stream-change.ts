import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { ItemChange } from '../domain/item-change.ts';

/** A change of an item, from a record of the table's stream. A repeated delivery has the same event id. */
export interface StreamChange extends ItemChange {
  readonly eventId: string;
}

const attributes = z.custom<Record<string, AttributeValue>>(
  (value) => typeof value === 'object' && value !== null,
);
const record = z.object({
  eventID: z.string(),
  dynamodb: z.object({
    Keys: attributes,
    OldImage: z.optional(attributes),
    NewImage: z.optional(attributes),
    SequenceNumber: z.string().check(z.regex(/^\d{1,40}$/)),
    /** Epoch seconds. */
    ApproximateCreationDateTime: z.number(),
  }),
});
const itemKey = z.object({ pk: z.string(), sk: z.string() });
/** Sequence numbers have up to 40 digits. Padded to this length, they sort as text. */
const ORDER_DIGITS = 40;

/**
 * Parses a record of the table's stream.
 *
 * @throws ZodError for any other value
 */
export function parseStreamRecord(streamRecord: unknown): StreamChange {
  const { eventID, dynamodb } = record.parse(streamRecord);
  const image = (of: Record<string, AttributeValue> | undefined) =>
    of === undefined ? undefined : unmarshall(of);
  return {
    eventId: eventID,
    key: itemKey.parse(unmarshall(dynamodb.Keys)),
    order: dynamodb.SequenceNumber.padStart(ORDER_DIGITS, '0'),
    atMs: dynamodb.ApproximateCreationDateTime * 1_000,
    before: image(dynamodb.OldImage),
    after: image(dynamodb.NewImage),
  };
}
