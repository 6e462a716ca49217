import { TransactionCanceledException, TransactionConflictException } from '@aws-sdk/client-dynamodb';
import type { Table } from '../../shared/platform/dynamodb/client.ts';

/** How long a transaction holds its items, in milliseconds: as long as DynamoDB's usually take. */
const HELD_MS = 10;

interface Input {
  readonly Key?: { readonly pk: string; readonly sk: string };
  readonly Item?: { readonly pk: string; readonly sk: string };
}

const keyOf = ({ Key, Item }: Input = {}) => {
  const key = Key ?? Item;
  return key === undefined ? [] : [`${key.pk}\n${key.sk}`];
};

function itemsOf(kind: string, input: Input & { readonly TransactItems?: readonly Record<string, Input>[] }) {
  if (kind === 'TransactWriteCommand') {
    return (input.TransactItems ?? []).flatMap((each) => Object.values(each).flatMap(keyOf));
  }
  return ['PutCommand', 'UpdateCommand', 'DeleteCommand'].includes(kind) ? keyOf(input) : [];
}

/**
 * The same table under DynamoDB's conflict rule: a transaction that meets another one on an item is cancelled, and so
 * is a single write that meets a transaction.
 */
export function underConflictRule(table: Table): { readonly table: Table; readonly conflicts: () => number } {
  const held = new Set<string>();
  let conflicts = 0;
  const send = async (command: Parameters<Table['client']['send']>[0]) => {
    const kind = command.constructor.name;
    const isTransaction = kind === 'TransactWriteCommand';
    // biome-ignore lint/suspicious/noExplicitAny: tests look into inputs of every command
    const keys = itemsOf(kind, command.input as any);
    if (keys.some((key) => held.has(key))) {
      conflicts += 1;
      const error = { message: 'Transaction is ongoing for the item', $metadata: {} };
      if (!isTransaction) throw new TransactionConflictException(error);
      const CancellationReasons = keys.map((key) => ({
        Code: held.has(key) ? 'TransactionConflict' : 'None',
      }));
      throw new TransactionCanceledException({ ...error, CancellationReasons });
    }
    if (!isTransaction) return table.client.send(command);
    for (const key of keys) held.add(key);
    await new Promise((resolve) => setTimeout(resolve, HELD_MS));
    for (const key of keys) held.delete(key);
    // The embedded engine carries transactions out one after the other, however long a starved machine takes.
    return table.client.send(command);
  };
  const client = Object.create(table.client, { send: { value: send } });
  return { table: { client, name: table.name }, conflicts: () => conflicts };
}
