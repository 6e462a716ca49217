import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { withDigest } from '../../../platform/dynamodb/item-digest.ts';
import { ITEMS } from '../../../platform/dynamodb/table.ts';
import { write } from '../../../platform/dynamodb/write.ts';

const rescanSchema = z.object({ next: z.int(), until: z.int(), started_at_ms: z.int() });

/**
 * A range of blocks that the watcher reads a second time: from `next` to `until`, both inclusive. The rescan
 * is complete when `next` is greater than `until`.
 */
export type Rescan = z.infer<typeof rescanSchema>;

/**
 * Returns the latest rescan of a chain, complete or incomplete. Returns undefined if there was no rescan yet.
 */
export async function readRescan(table: Table, chain: string): Promise<Rescan | undefined> {
  const Key = ITEMS.chainRescan.key({ chain });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return item === undefined ? undefined : rescanSchema.parse(item);
}

export async function putRescan(table: Table, chain: string, rescan: Rescan): Promise<void> {
  await write(table, { Put: { Item: withDigest({ ...ITEMS.chainRescan.key({ chain }), ...rescan }) } });
}
