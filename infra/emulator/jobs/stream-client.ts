import * as z from 'zod';
import { REGION } from '../template/physical.ts';

/** A stream record as Lambda receives it. Attribute values stay in DynamoDB's JSON. */
const record = z.looseObject({
  eventID: z.string(),
  eventName: z.enum(['INSERT', 'MODIFY', 'REMOVE']),
  dynamodb: z.looseObject({
    SequenceNumber: z.string(),
    ApproximateCreationDateTime: z.number().optional(),
    NewImage: z.unknown().optional(),
    OldImage: z.unknown().optional(),
  }),
});
export type StreamRecord = z.infer<typeof record>;

const describeStream = z.object({
  StreamDescription: z.object({
    Shards: z.array(z.object({ ShardId: z.string(), ParentShardId: z.string().optional() })),
  }),
});
const describeTable = z.object({ Table: z.object({ LatestStreamArn: z.string().optional() }) });
const shardIterator = z.object({ ShardIterator: z.string() });
const records = z.object({ Records: z.array(record), NextShardIterator: z.string().nullish() });

/** Local engines read the caller's identity from this header and check no signature. */
const authorization = (caller: string) =>
  `AWS4-HMAC-SHA256 Credential=${caller}/20200101/${REGION}/dynamodb/aws4_request, ` +
  'SignedHeaders=host;x-amz-date, Signature=local';

/** Who is nobody's function. */
const OPERATOR = 'local';

export type IteratorPosition =
  | { type: 'TRIM_HORIZON' | 'LATEST' }
  | { type: 'AFTER_SEQUENCE_NUMBER'; sequenceNumber: string };

/** What the engine answered instead of records. */
export class StreamError extends Error {
  /** Whether the place that was asked for is not there any more. */
  get isIteratorOver(): boolean {
    return /ExpiredIteratorException|TrimmedDataAccessException/.test(this.message);
  }
}

/**
 * DynamoDB Streams over its wire protocol, for a local engine. The SDK's client would turn attribute values into
 * objects that have to be turned back, as a Lambda gets them in the wire's own form.
 */
export class StreamClient {
  readonly #endpoint: string;
  readonly #reader: string;

  /** `reader` is the name of the function as which the stream is read, for an engine that evaluates roles. */
  constructor(endpoint: string, reader = OPERATOR) {
    this.#endpoint = endpoint;
    this.#reader = reader;
  }

  async streamArn(tableName: string): Promise<string | undefined> {
    const { Table } = await this.#call(
      'DynamoDB_20120810.DescribeTable',
      { TableName: tableName },
      describeTable,
      OPERATOR,
    );
    return Table.LatestStreamArn;
  }

  async shards(streamArn: string): Promise<{ ShardId: string }[]> {
    const { StreamDescription } = await this.#streams(
      'DescribeStream',
      { StreamArn: streamArn },
      describeStream,
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
      shardIterator,
    );
    return ShardIterator;
  }

  async records(iterator: string, limit: number) {
    const { Records, NextShardIterator } = await this.#streams(
      'GetRecords',
      { ShardIterator: iterator, Limit: limit },
      records,
    );
    return { records: Records, next: NextShardIterator ?? undefined };
  }

  #streams<T>(operation: string, input: object, schema: z.ZodType<T>): Promise<T> {
    return this.#call(`DynamoDBStreams_20120810.${operation}`, input, schema, this.#reader);
  }

  async #call<T>(target: string, input: object, schema: z.ZodType<T>, caller: string): Promise<T> {
    const response = await fetch(this.#endpoint, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.0',
        'X-Amz-Target': target,
        'X-Amz-Date': new Date().toISOString().replace(/[-:]|\.\d+/g, ''),
        Authorization: authorization(caller),
      },
      body: JSON.stringify(input),
    });
    const text = await response.text();
    if (!response.ok) throw new StreamError(`${target}: ${response.status} ${text}`);
    return schema.parse(JSON.parse(text));
  }
}
