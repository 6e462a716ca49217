import type { Table } from '../../shared/platform/dynamodb/client.ts';

/** Counts the calls that go through a table's client while `work` runs. */
export async function callsDuring<T>(
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
