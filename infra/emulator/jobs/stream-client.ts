import * as z from 'zod';
import { REGION } from '../template/physical.ts';

/** A stream record as Lambda receives it. Attribute values stay in DynamoDB's JSON format. */
const streamRecordSchema = z.looseObject({
  eventID: z.string(),
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  dynamodb: z.looseObject({
    SequenceNumber: z.string(),
    ApproximateCreationDateTime: z.number().optional(),
    NewImage: z.unknown().optional(),
    OldImage: z.unknown().optional(),
  }),
});
export type StreamRecord = z.infer<typeof streamRecordSchema>;

const streamDescriptionSchema = z.object({
  StreamDescription: z.object({
    Shards: z.array(z.object({ ShardId: z.string(), ParentShardId: z.string().optional() })),
  }),
});
const tableResponseSchema = z.object({ Table: z.object({ LatestStreamArn: z.string().optional() }) });
const shardIteratorSchema = z.object({ ShardIterator: z.string() });
const recordsResponseSchema = z.object({
  Records: z.array(streamRecordSchema),
  NextShardIterator: z.string().nullish(),
});

/** Local engines read the caller's name from the Authorization header and check no signature. */
const buildAuthorization = (accessKeyId: string) =>
  `AWS4-HMAC-SHA256 Credential=${accessKeyId}/20200101/${REGION}/dynamodb/aws4_request, ` +
  'SignedHeaders=host;x-amz-date, Signature=local';

/** Caller name in DynamoDB requests that the local server sends for itself and not for a function. */
const LOCAL_SERVER_CALLER_NAME = 'local';

export type IteratorPosition =
  | { type: 'TRIM_HORIZON' | 'LATEST' }
  | { type: 'AFTER_SEQUENCE_NUMBER'; sequenceNumber: string };

/** Thrown if the local DynamoDB answers with an error instead of records. */
export class StreamError extends Error {
  /** Whether a new iterator is needed, because the iterator has expired or its records were deleted. */
  get isIteratorOver(): boolean {
    return /ExpiredIteratorException|TrimmedDataAccessException/.test(this.message);
  }
}

/**
 * DynamoDB Streams client for a local engine. It returns attribute values in the wire format, as Lambda passes them.
 * The SDK would convert them.
 */
export class StreamClient {
  readonly #endpoint: string;
  readonly #reader: string;

  /** @param readerName name of the function that reads the stream, for database engines that evaluate IAM roles */
  constructor(endpoint: string, readerName = LOCAL_SERVER_CALLER_NAME) {
    this.#endpoint = endpoint;
    this.#reader = readerName;
  }

  async streamArn(tableName: string): Promise<string | undefined> {
    const { Table } = await this.#call(
      'DynamoDB_20120810.DescribeTable',
      { TableName: tableName },
      tableResponseSchema,
      LOCAL_SERVER_CALLER_NAME,
    );
    return Table.LatestStreamArn;
  }

  async shards(streamArn: string): Promise<{ ShardId: string }[]> {
    const { StreamDescription } = await this.#streams(
      'DescribeStream',
      { StreamArn: streamArn },
      streamDescriptionSchema,
    );
    return StreamDescription.Shards;
  }

  async iterator(streamArn: string, shardId: string, position: IteratorPosition): Promise<string> {
    const { ShardIterator } = await this.#streams(
      'GetShardIterator',
      {
        StreamArn: streamArn,
        ShardId: shardId,
        ShardIteratorType: position.type,
        ...('sequenceNumber' in position && { SequenceNumber: position.sequenceNumber }),
      },
      shardIteratorSchema,
    );
    return ShardIterator;
  }

  async records(shardIterator: string, limit: number) {
    const { Records, NextShardIterator } = await this.#streams(
      'GetRecords',
      { ShardIterator: shardIterator, Limit: limit },
      recordsResponseSchema,
    );
    return { records: Records, next: NextShardIterator ?? undefined };
  }

  #streams<T>(operationName: string, input: object, schema: z.ZodType<T>): Promise<T> {
    return this.#call(`DynamoDBStreams_20120810.${operationName}`, input, schema, this.#reader);
  }

  async #call<T>(
    targetOperation: string,
    input: object,
    schema: z.ZodType<T>,
    accessKeyId: string,
  ): Promise<T> {
    const response = await fetch(this.#endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': targetOperation,
        'X-Amz-Date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
        Authorization: buildAuthorization(accessKeyId),
      },
      body: JSON.stringify(input),
    });
    const text = await response.text();
    if (!response.ok) throw new StreamError(`${targetOperation}: ${response.status} ${text}`);
    return schema.parse(JSON.parse(text));
  }
}
