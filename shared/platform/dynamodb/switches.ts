import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from './client.ts';
import { ITEMS } from './table.ts';
import { write } from './write.ts';

/** Features that operators can stop without a new deployment. */
export const STOPPABLE_FEATURES = ['deposits', 'ingestion'] as const;
type StoppableFeature = (typeof STOPPABLE_FEATURES)[number];

const switchStateSchema = z.object({ at: z.string(), text: z.string() });
/**
 * State of one switch. `text` is the reason of the stop, or the text of the notice. `at` is the time at which
 * the switch was set (ISO 8601, UTC).
 */
export type SwitchState = z.infer<typeof switchStateSchema>;

const switchesSchema = z.object({
  deposits: z.optional(switchStateSchema),
  ingestion: z.optional(switchStateSchema),
  notice: z.optional(switchStateSchema),
});
/**
 * The switches that operators have set: the stopped features, and the notice. An absent feature is not
 * stopped.
 */
export type Switches = z.infer<typeof switchesSchema>;

/** Name of a switch: a feature that can be stopped, or `notice`. A notice is only a text and stops nothing. */
export type SwitchName = StoppableFeature | 'notice';

export async function readSwitches(table: Table, { consistent = false } = {}): Promise<Switches> {
  const { Item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.switches.key({}), ConsistentRead: consistent }),
  );
  return parseSwitches(Item);
}

/** Parses the item with the switches. If the item does not exist, no switch is set. */
export function parseSwitches(item: unknown): Switches {
  return switchesSchema.parse(item ?? {});
}

/** Sets one switch. If `value` is undefined, removes the switch. All other switches stay unchanged. */
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
