import { StreamClient } from '../../infra/emulator/jobs/stream-client.ts';
import { followChanges } from '../../shared/service/changes.ts';
import type { EmbeddedTable } from './embedded-table.ts';

/** Every record of the table's stream, as Lambda would receive it. */
export async function streamRecords({ endpoint, name }: EmbeddedTable): Promise<unknown[]> {
  const client = new StreamClient(endpoint);
  const arn = await client.streamArn(name);
  if (arn === undefined) throw new Error('The table has no stream');
  const records: unknown[] = [];
  for (const { ShardId } of await client.shards(arn)) {
    let iterator: string | undefined = await client.iterator(arn, ShardId, { type: 'TRIM_HORIZON' });
    while (iterator !== undefined) {
      const page: Awaited<ReturnType<StreamClient['records']>> = await client.records(iterator, 1_000);
      records.push(...page.records);
      // An open shard goes on for ever: what was written by now has been read when a page comes back empty.
      iterator = page.records.length === 0 ? undefined : page.next;
    }
  }
  return records;
}

/** Carries on everything that has happened to the table, as the job that follows its stream does. */
export async function followAll(table: EmbeddedTable): Promise<void> {
  await followChanges(table, await streamRecords(table));
}
