import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { ItemChange } from '../domain/item-change.ts';

/**
 * A change of an item, from a record of the table's stream. If the record is delivered again, the event id is
 * the same.
 */
export interface StreamChange extends ItemChange {
  readonly eventId: string;
}

const attributesSchema = z.custom<Record<string, AttributeValue>>(
  (value) => typeof value === 'object' && value !== null,
);
const streamRecordSchema = z.object({
  eventID: z.string(),
  dynamodb: z.object({
    Keys: attributesSchema,
    OldImage: z.optional(attributesSchema),
    NewImage: z.optional(attributesSchema),
    SequenceNumber: z.string().check(z.regex(/^\d{1,40}$/)),
    /** Time of the change in epoch seconds. */
    ApproximateCreationDateTime: z.number(),
  }),
});
const itemKeySchema = z.object({ pk: z.string(), sk: z.string() });
/**
 * Number of digits to which sequence numbers of stream records are padded, so that they can be sorted as text.
 * They have at most 40 digits.
 */
const SEQUENCE_NUMBER_DIGITS = 40;

/**
 * Parses a record of the table's stream.
 *
 * @throws ZodError if the value is not such a record
 */
export function parseStreamRecord(streamRecord: unknown): StreamChange {
  const { eventID, dynamodb } = streamRecordSchema.parse(streamRecord);
  const toItemImage = (attributes: Record<string, AttributeValue> | undefined) =>
    attributes === undefined ? undefined : unmarshall(attributes);
  return {
    eventId: eventID,
    key: itemKeySchema.parse(unmarshall(dynamodb.Keys)),
    order: dynamodb.SequenceNumber.padStart(SEQUENCE_NUMBER_DIGITS, '0'),
    atMs: dynamodb.ApproximateCreationDateTime * 1_000,
    before: toItemImage(dynamodb.OldImage),
    after: toItemImage(dynamodb.NewImage),
  };
}
