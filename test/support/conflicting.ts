import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import type { VirtualTime } from './virtual-time.ts';

/** Virtual milliseconds that calls take. A transaction holds its items for as long as it takes. */
export interface Latencies {
  readonly transaction: number;
  readonly read: number;
}

interface Keyed {
  readonly Key?: Readonly<Record<string, unknown>>;
  readonly Item?: Readonly<Record<string, unknown>>;
}

function keysOf(items: readonly Readonly<Record<string, Keyed>>[]): string[] {
  return items.flatMap((write) =>
    Object.values(write).map(({ Key, Item }) => {
      const { pk, sk } = Key ?? Item ?? {};
      return `${pk} ${sk}`;
    }),
  );
}

/**
 * The table under DynamoDB's rule: a transaction that names an item which another transaction in flight names is
 * cancelled at once, all of it. Calls take virtual time.
 */
export function conflicting(table: Table, time: VirtualTime, latencies: Latencies) {
  const inFlight = new Set<string>();
  const counts = { transactions: 0, conflicts: 0 };
  const transact = async (
    items: readonly Readonly<Record<string, Keyed>>[],
    send: () => Promise<unknown>,
  ) => {
    const keys = keysOf(items);
    counts.transactions += 1;
    if (keys.some((key) => inFlight.has(key))) {
      counts.conflicts += 1;
      const CancellationReasons = keys.map((key) => ({
        Code: inFlight.has(key) ? 'TransactionConflict' : 'None',
      }));
      await time.sleep(latencies.read);
      const $metadata = { attempts: 1 };
      throw new TransactionCanceledException({ message: 'Conflict', $metadata, CancellationReasons });
    }
    for (const key of keys) inFlight.add(key);
    try {
      await time.sleep(latencies.transaction);
      return await time.work(send);
    } finally {
      for (const key of keys) inFlight.delete(key);
    }
  };
  const client: DynamoDBDocumentClient = Object.create(table.client, {
    send: {
      value: async (command: Parameters<DynamoDBDocumentClient['send']>[0]) => {
        const send = () => table.client.send(command);
        if ('TransactItems' in command.input) {
          return transact(Object(command.input.TransactItems), send);
        }
        await time.sleep(latencies.read);
        return time.work(send);
      },
    },
  });
  return { table: { client, name: table.name }, counts };
}
