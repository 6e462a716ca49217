import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { startCapacityMeter } from '../../../shared/platform/dynamodb/meter.ts';

/** Capacity units of DynamoDB. */
export interface Units {
  readonly read: number;
  readonly write: number;
}

/** Returns the capacity units that a table's client consumes while `work` runs. */
export async function measureCapacityUnits({ client }: Table, work: () => Promise<unknown>): Promise<Units> {
  const meter = startCapacityMeter(client);
  await work();
  meter.stop();
  return { read: meter.readUnits, write: meter.writeUnits };
}

/** Returns the calls of a table's client while `work` runs, and the result of `work`. */
export async function runAndRecordCalls<T>(
  table: Table,
  work: () => Promise<T>,
): Promise<{ value: T; calls: string[] }> {
  const calls: string[] = [];
  const name = 'count-calls';
  table.client.middlewareStack.add(
    (next, context) => async (args) => {
      calls.push(context.commandName ?? 'unknown');
      return next(args);
    },
    { step: 'initialize', name },
  );
  try {
    return { value: await work(), calls };
  } finally {
    table.client.middlewareStack.remove(name);
  }
}
