import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from './client.ts';
import { ITEMS } from './table.ts';
import { write } from './write.ts';

/** What operators can stop while everything else goes on, without a deployment. */
export const STOPPABLE = ['deposits', 'ingestion'] as const;
type Stoppable = (typeof STOPPABLE)[number];

const since = z.object({ at: z.string(), text: z.string() });
/** Why something was said or stopped, and since when (ISO 8601, UTC). */
export type Switched = z.infer<typeof since>;

const switches = z.object({
  deposits: z.optional(since),
  ingestion: z.optional(since),
  notice: z.optional(since),
});
/** The stopped features, each with the text for callers. Absent features are not stopped. */
export type Switches = z.infer<typeof switches>;

/** The item's attributes; a `notice` stops nothing. */
export type SwitchName = Stoppable | 'notice';

/** How operators have set the switches: one read. */
export async function readSwitches(table: Table, { consistent = false } = {}): Promise<Switches> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.switches.key({}), ConsistentRead: consistent }),
  );
  return parseSwitches(Item);
}

/** The switches from their item; none is set where there is no item. */
export function parseSwitches(item: unknown): Switches {
  return switches.parse(item ?? {});
}

/** Sets one switch, or takes it back where nothing is given; the others stay as they are. */
export async function setSwitch(table: Table, name: SwitchName, value: Switched | undefined): Promise<void> {
  await write(table, {
    Update: {
      Key: ITEMS.switches.key({}),
      UpdateExpression: value === undefined ? 'REMOVE #name' : 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ...(value === undefined ? {} : { ExpressionAttributeValues: { ':value': value } }),
    },
  });
}
