import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import * as z from 'zod/mini';
import type { ItemState } from './counting.ts';

/** As much of a stream's record as the statistics need; attribute values in DynamoDB's own JSON. */
const attributes = z.custom<Record<string, AttributeValue>>(
  (value) => typeof value === 'object' && value !== null,
);
const record = z.object({
  dynamodb: z.object({
    Keys: attributes,
    NewImage: z.optional(attributes),
    SequenceNumber: z.string().check(z.regex(/^\d{1,40}$/)),
    /** Epoch seconds. */
    ApproximateCreationDateTime: z.number(),
  }),
});

const key = z.object({ pk: z.string(), sk: z.string() });
/** Sequence numbers have up to 40 digits; filled up, their order as text is their order as numbers. */
const ORDER_DIGITS = 40;

/** The order of what was read from the table itself: any record of the stream is as new or newer. */
export const ORDER_OF_SCAN = ''.padStart(ORDER_DIGITS, '0');

/**
 * The item state in a record of the table's stream.
 *
 * @throws ZodError when it is no such record
 */
export function stateOf(given: unknown): ItemState {
  const { Keys, NewImage, SequenceNumber, ApproximateCreationDateTime } = record.parse(given).dynamodb;
  return {
    key: key.parse(unmarshall(Keys)),
    order: SequenceNumber.padStart(ORDER_DIGITS, '0'),
    atMs: ApproximateCreationDateTime * 1_000,
    image: NewImage === undefined ? undefined : unmarshall(NewImage),
  };
}
