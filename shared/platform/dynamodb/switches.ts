import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from './client.ts';
import { ITEMS } from './table.ts';
import { write } from './write.ts';

/** Features that operators can stop without a deployment. */
export const STOPPABLE_FEATURES = ['deposits', 'ingestion'] as const;
type StoppableFeature = (typeof STOPPABLE_FEATURES)[number];

const switchState = z.object({ at: z.string(), text: z.string() });
/** The reason of a stop or the text of a notice, and its time (ISO 8601, UTC). */
export type SwitchState = z.infer<typeof switchState>;

const switches = z.object({
  deposits: z.optional(switchState),
  ingestion: z.optional(switchState),
  notice: z.optional(switchState),
});
/** The stopped features and the notice, each with its text. Absent features are not stopped. */
export type Switches = z.infer<typeof switches>;

/** The names of all switches. A `notice` stops nothing. */
export type SwitchName = StoppableFeature | 'notice';

/** Reads the operators' switches. */
export async function readSwitches(table: Table, { consistent = false } = {}): Promise<Switches> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.switches.key({}), ConsistentRead: consistent }),
  );
  return parseSwitches(Item);
}

/** Parses the switches' item. Without an item, no switch is set. */
export function parseSwitches(item: unknown): Switches {
  return switches.parse(item ?? {});
}

/** Sets one switch, or removes it if `value` is undefined. The other switches stay. */
export async function setSwitch(
  table: Table,
  name: SwitchName,
  value: SwitchState | undefined,
): Promise<void> {
  await write(table, {
    Update: {
      Key: ITEMS.switches.key({}),
      UpdateExpression: value === undefined ? 'REMOVE #name' : 'SET #name = :value',
      ExpressionAttributeNames: { '#name': name },
      ...(value === undefined ? {} : { ExpressionAttributeValues: { ':value': value } }),
    },
  });
}
