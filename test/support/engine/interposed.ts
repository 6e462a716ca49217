import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import type { Parsed } from '../parsed.ts';

/** A command on its way to the table: what kind it is, and its input. */
export interface Sent {
  /** The command's class name, such as `GetCommand`. */
  readonly kind: string;
  readonly input: Parsed;
}

/** The same table, where `before` sees every command first: it may throw, wait or count. */
export function interposed(table: Table, before: (sent: Sent) => void | Promise<void>): Table {
  const client: DynamoDBDocumentClient = Object.create(table.client, {
    send: {
      value: async (command: Parameters<DynamoDBDocumentClient['send']>[0], ...rest: []) => {
        await before({ kind: command.constructor.name, input: command.input });
        return table.client.send(command, ...rest);
      },
    },
  });
  return { client, name: table.name };
}
