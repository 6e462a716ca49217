import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';

const attributes = z.optional(z.record(z.string(), z.unknown()));

/** The parts of a command's input that tests read or change. */
const inputSchema = z.looseObject({
  Key: attributes,
  Item: attributes,
  ConsistentRead: z.optional(z.boolean()),
  UpdateExpression: z.optional(z.string()),
  ExpressionAttributeNames: attributes,
  ExpressionAttributeValues: attributes,
});

type Input = z.infer<typeof inputSchema>;

/**
 * Returns whether the input of a command has a known form. Does not copy the input, so that a test's changes to the
 * input reach the table.
 */
function isInput(value: unknown): value is Input {
  return inputSchema.safeParse(value).success;
}

export interface Sent {
  /** The command's class name, such as `GetCommand`. */
  readonly kind: string;
  readonly input: Input;
}

/**
 * Returns a table that calls `before` and then sends the command to the given table. `before` can throw an error to
 * prevent the command.
 */
export function interceptCommands(table: Table, before: (sent: Sent) => void | Promise<void>): Table {
  const client: DynamoDBDocumentClient = Object.create(table.client, {
    send: {
      value: async (command: Parameters<DynamoDBDocumentClient['send']>[0], ...rest: []) => {
        const kind = command.constructor.name;
        const input: unknown = command.input;
        if (!isInput(input)) throw new Error(`No test knows the input of ${kind}`);
        await before({ kind, input });
        return table.client.send(command, ...rest);
      },
    },
  });
  return { client, name: table.name };
}
