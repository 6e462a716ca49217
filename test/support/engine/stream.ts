import { StreamClient } from '../../../infra/emulator/jobs/stream-client.ts';
import { followChanges } from '../../../shared/service/changes.ts';
import type { EmbeddedTable } from './embedded-table.ts';

/** Gives, each time, the records of the table's stream that are new since the last time, as Lambda would receive them. */
export function streamReader({
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
        // An open shard goes on for ever: what was written by now has been read when a page comes back empty.
        iterator = page.records.length === 0 ? undefined : page.next;
      }
    }
    return records;
  };
}

/** Every record of the table's stream. */
export function streamRecords(table: EmbeddedTable): Promise<unknown[]> {
  return streamReader(table)();
}

/** Carries on everything that has happened to the table, as the job that follows its stream does. */
export async function followAll(table: EmbeddedTable): Promise<void> {
  await followChanges(table, await streamRecords(table));
}
