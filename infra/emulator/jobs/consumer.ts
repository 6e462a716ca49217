import { isDeepStrictEqual } from 'node:util';
import { REGION } from '../template/physical.ts';
import type { Checkpoints } from './checkpoints.ts';
import { deliverBatch } from './deliver.ts';
import { compileFilters } from './filter.ts';
import { pause } from './pause.ts';
import type { StreamMapping } from './resources.ts';
import { type IteratorPosition, type StreamClient, StreamError, type StreamRecord } from './stream-client.ts';

export interface ConsumerOptions {
  mapping: StreamMapping;
  client: StreamClient;
  checkpoints: Checkpoints;
  /** Logs discarded records and failed polls. */
  log: (message: string, fields: Readonly<Record<string, unknown>>) => void;
}

/**
 * Time in milliseconds to wait before the next poll when a stream has no further records. Records that are
 * written in this time arrive in one batch.
 */
const POLL_PAUSE_MS = 100;
const ERROR_PAUSE_MS = 1000;
const RECORDS_PER_POLL = 100;

/**
 * Whether a record's old and new images are equal. Such records are skipped, because DynamoDB, unlike the embedded
 * engine, does not write them.
 */
function isItemUnchanged({ eventName, dynamodb }: StreamRecord): boolean {
  return (
    eventName === 'MODIFY' &&
    dynamodb.OldImage !== undefined &&
    isDeepStrictEqual(dynamodb.OldImage, dynamodb.NewImage)
  );
}

/**
 * Polls a table's stream and invokes one function with its records, as a Lambda event source mapping does.
 */
export class StreamConsumer {
  readonly #options: ConsumerOptions;
  readonly #abort = new AbortController();
  readonly #passes: (record: unknown) => boolean;
  readonly #shards = new Map<string, Promise<void>>();
  #position = 0;

  constructor(options: ConsumerOptions) {
    this.#options = options;
    this.#passes = compileFilters(options.mapping.patterns);
  }

  /**
   * Starts polling. Resolves when the consumer has a start position in every shard of the stream, so that it misses no
   * later write.
   */
  async start(): Promise<void> {
    const { client, mapping } = this.#options;
    const streamArn = await client.streamArn(mapping.tableName);
    if (streamArn === undefined) throw new Error(`The table ${mapping.tableName} has no stream.`);
    await this.#follow(streamArn, mapping.startingPosition);
  }

  get tableName(): string {
    return this.#options.mapping.tableName;
  }

  /**
   * Returns the sequence number of the last processed record, 0 at the start. This consumer has processed all earlier
   * records of all shards.
   */
  get position(): number {
    return this.#position;
  }

  /** Stops polling. Running deliveries still finish. */
  abort(): void {
    this.#abort.abort();
  }

  async stop(): Promise<void> {
    this.abort();
    await Promise.all(this.#shards.values());
  }

  async #follow(streamArn: string, startingPosition: 'TRIM_HORIZON' | 'LATEST'): Promise<void> {
    const { client, mapping, checkpoints } = this.#options;
    for (const { ShardId } of await client.shards(streamArn)) {
      if (this.#shards.has(ShardId)) continue;
      const sequenceNumber = checkpoints.get(mapping.id, ShardId);
      const position: IteratorPosition =
        sequenceNumber === undefined
          ? { type: startingPosition }
          : { type: 'AFTER_SEQUENCE_NUMBER', sequenceNumber };
      const shardIterator = await client.iterator(streamArn, ShardId, position);
      this.#shards.set(ShardId, this.#poll(streamArn, ShardId, shardIterator));
    }
  }

  async #poll(streamArn: string, shardId: string, firstIterator: string): Promise<void> {
    const { client } = this.#options;
    let shardIterator: string | undefined = firstIterator;
    let isIteratorExpired = false;
    while (shardIterator !== undefined && !this.#abort.signal.aborted) {
      try {
        if (isIteratorExpired) shardIterator = await this.#iteratorAnew(streamArn, shardId);
        isIteratorExpired = false;
        const { records, next } = await client.records(shardIterator, RECORDS_PER_POLL);
        await this.#consume(streamArn, shardId, records);
        shardIterator = next;
        if (records.length < RECORDS_PER_POLL && next !== undefined)
          await pause(POLL_PAUSE_MS, this.#abort.signal);
      } catch (error) {
        if (this.#abort.signal.aborted) return;
        isIteratorExpired = error instanceof StreamError && error.isIteratorOver;
        if (isIteratorExpired) {
          await pause(POLL_PAUSE_MS, this.#abort.signal);
          continue;
        }
        this.#options.log('The stream could not be read', { stream: streamArn, error: String(error) });
        await pause(ERROR_PAUSE_MS, this.#abort.signal);
      }
    }
    // The shard is closed. Continue with its child shards.
    if (!this.#abort.signal.aborted) await this.#follow(streamArn, 'TRIM_HORIZON');
  }

  /**
   * Replaces an iterator that has expired or whose records were deleted. The new iterator starts after the last
   * checkpoint.
   */
  async #iteratorAnew(streamArn: string, shardId: string): Promise<string> {
    const { client, mapping, checkpoints } = this.#options;
    const sequenceNumber = checkpoints.get(mapping.id, shardId);
    if (sequenceNumber !== undefined) {
      try {
        return await client.iterator(streamArn, shardId, { type: 'AFTER_SEQUENCE_NUMBER', sequenceNumber });
      } catch (error) {
        if (!(error instanceof StreamError && error.isIteratorOver)) throw error;
      }
    }
    return client.iterator(streamArn, shardId, { type: 'TRIM_HORIZON' });
  }

  async #consume(streamArn: string, shardId: string, records: readonly StreamRecord[]): Promise<void> {
    const { mapping } = this.#options;
    const matchingRecords = records.filter((record) => !isItemUnchanged(record) && this.#passes(record));
    for (let start = 0; start < matchingRecords.length; start += mapping.batchSize) {
      const batch = matchingRecords.slice(start, start + mapping.batchSize);
      await deliverBatch(batch, {
        ...mapping,
        invoke: (part) => this.#invoke(streamArn, part),
        onGivenUp: (part, reason) => this.#giveUp(part, reason),
        signal: this.#abort.signal,
      });
      // The server is stopping. The remaining records are delivered after the next start.
      if (this.#abort.signal.aborted) return;
      this.#checkpoint(shardId, batch);
    }
    this.#checkpoint(shardId, records);
  }

  #checkpoint(shardId: string, batch: readonly StreamRecord[]): void {
    const lastRecord = batch.at(-1);
    if (lastRecord === undefined) return;
    this.#options.checkpoints.set(this.#options.mapping.id, shardId, lastRecord.dynamodb.SequenceNumber);
    this.#position = Number(lastRecord.dynamodb.SequenceNumber);
  }

  #invoke(streamArn: string, records: readonly StreamRecord[]) {
    const Records = records.map((record) => ({ ...record, awsRegion: REGION, eventSourceARN: streamArn }));
    return this.#options.mapping.function.invoke(JSON.stringify({ Records }));
  }

  #giveUp(records: readonly StreamRecord[], reason: string): void {
    this.#options.log('Stream records were given up', {
      function: this.#options.mapping.function.name,
      reason,
      records: records.length,
      first_sequence_number: records[0]?.dynamodb.SequenceNumber,
      last_sequence_number: records.at(-1)?.dynamodb.SequenceNumber,
    });
  }
}

/**
 * Returns for each table the sequence number that its slowest consumer has reached. All consumers of the table have
 * processed the earlier records.
 */
export function findProcessedPositions(
  consumers: readonly Pick<StreamConsumer, 'tableName' | 'position'>[],
): Map<string, number> {
  const positionByTable = new Map<string, number>();
  for (const { tableName, position } of consumers) {
    positionByTable.set(
      tableName,
      Math.min(position, positionByTable.get(tableName) ?? Number.POSITIVE_INFINITY),
    );
  }
  return positionByTable;
}
