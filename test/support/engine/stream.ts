import { StreamClient } from '../../../infra/emulator/jobs/stream-client.ts';
import { processChanges } from '../../../shared/service/changes.ts';
import type { EmbeddedTable } from './embedded-table.ts';

/** Returns a function that returns the table's new stream records since its last call, as Lambda would receive them. */
export function createStreamReader({
  endpoint,
  name,
}: Pick<EmbeddedTable, 'endpoint' | 'name'>): () => Promise<unknown[]> {
  const client = new StreamClient(endpoint);
  const iterators = new Map<string, string | undefined>();
  return async () => {
    const arn = await client.streamArn(name);
    if (arn === undefined) throw new Error('The table has no stream');
    const records: unknown[] = [];
    for (const { ShardId } of await client.shards(arn)) {
      let iterator = iterators.has(ShardId)
        ? iterators.get(ShardId)
        : await client.iterator(arn, ShardId, { type: 'TRIM_HORIZON' });
      while (iterator !== undefined) {
        const page: Awaited<ReturnType<StreamClient['records']>> = await client.records(iterator, 1_000);
        records.push(...page.records);
        iterators.set(ShardId, page.next);
        // An open shard never ends. An empty page means that all records so far have been read.
        iterator = page.records.length === 0 ? undefined : page.next;
      }
    }
    return records;
  };
}

export function readStreamRecords(table: EmbeddedTable): Promise<unknown[]> {
  return createStreamReader(table)();
}

/** Processes all stream records of the table, as the job that follows the stream does. */
export async function processAllStreamRecords(table: EmbeddedTable): Promise<void> {
  await processChanges(table, await readStreamRecords(table));
}
