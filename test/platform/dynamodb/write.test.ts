import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionConflictException,
  TransactionInProgressException,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { transactIf } from '../../../shared/platform/dynamodb/transact.ts';
import { type SingleWrite, write, writeIf } from '../../../shared/platform/dynamodb/write.ts';

const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
const mock = mockClient(client);
// Restore the methods that `mockClient` has replaced on the client.
afterAll(() => mock.restore());
const table = { client, name: 'table' };
beforeEach(() => mock.reset());

const Key = { pk: 'a', sk: 'b' };
const conflict = new TransactionConflictException({ message: 'conflict', $metadata: {} });
const refusal = new ConditionalCheckFailedException({ message: 'refused', $metadata: {} });

describe.each([
  ['Put', { Put: { Item: Key } }],
  ['Update', { Update: { Key, UpdateExpression: 'SET a = b' } }],
  ['Delete', { Delete: { Key } }],
] as const)('a single %s outside a transaction', (kind, single: SingleWrite) => {
  test('the write is retried while a DynamoDB transaction locks its item', async () => {
    mock
      .onAnyCommand()
      .rejectsOnce(conflict)
      .rejectsOnce(conflict)
      .resolves({ Attributes: { a: 1 } });
    expect(await write(table, single)).toEqual({ a: 1 });
    const sent = mock.calls().map(({ args: [command] }) => [command.constructor.name, command.input]);
    const input = { TableName: 'table', ...Object(Object.values(single)[0]) };
    expect(sent).toEqual(Array(3).fill([`${kind}Command`, input]));
  });

  test('the write is not retried when its condition fails', async () => {
    mock.onAnyCommand().rejects(refusal);
    await expect(write(table, single)).rejects.toBe(refusal);
    expect(await writeIf(table, single)).toBe(false);
    expect(mock.calls()).toHaveLength(2);
  });

  test('an unexpected error of the write, such as a lost connection, is thrown unchanged', async () => {
    const failure = new Error('no connection');
    mock.onAnyCommand().rejects(failure);
    await expect(writeIf(table, single)).rejects.toBe(failure);
  });
});

test('after a TransactionInProgressException, the transaction is sent again with the same client request token', async () => {
  const late = new TransactionInProgressException({ message: 'in progress', $metadata: {} });
  mock.on(TransactWriteCommand).rejectsOnce(late).rejectsOnce(late).resolves({});
  expect(await transactIf(table, [{ Delete: { Key } }])).toEqual({ committed: true });
  const tokens = mock
    .commandCalls(TransactWriteCommand)
    .map(({ args: [{ input }] }) => input.ClientRequestToken);
  expect(tokens).toHaveLength(3);
  expect(tokens[0]).toMatch(/^[0-9a-f-]{36}$/);
  expect(new Set(tokens).size).toBe(1);
});
