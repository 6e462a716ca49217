import { expect, test } from 'vitest';
import { listTouchedParts, mayBeStale } from './parts.ts';
import type { Body, DataOperation } from './wire.ts';

const key = (pk: string) => ({ pk: { S: pk }, sk: { S: 's' } });
const on = (pk: string) => ({ TableName: 'T', Key: key(pk) });

const seen = (operation: DataOperation, body: Body) =>
  listTouchedParts(operation, body).map(
    ({ action, partition }) => `${action.slice('dynamodb:'.length)} ${partition}`,
  );

test('a DynamoDB transaction requires the IAM permission for the action of each of its parts, such as PutItem', () => {
  const TransactItems = [
    { Put: { TableName: 'T', Item: { ...key('a'), more: { N: '1' } } } },
    { Update: { ...on('b'), UpdateExpression: 'SET x = :x' } },
    { Delete: on('c') },
    { ConditionCheck: { ...on('d'), ConditionExpression: 'attribute_exists(pk)' } },
  ];
  expect(seen('TransactWriteItems', { TransactItems })).toEqual([
    'PutItem a',
    'UpdateItem b',
    'DeleteItem c',
    'ConditionCheckItem d',
  ]);
  expect(seen('TransactGetItems', { TransactItems: [{ Get: on('a') }, { Get: on('b') }] })).toEqual([
    'GetItem a',
    'GetItem b',
  ]);
});

test('a DynamoDB batch requires the permission BatchWriteItem or BatchGetItem for each of its keys', () => {
  const writes = [{ PutRequest: { Item: key('a') } }, { DeleteRequest: { Key: key('b') } }];
  expect(seen('BatchWriteItem', { RequestItems: { T: writes } })).toEqual([
    'BatchWriteItem a',
    'BatchWriteItem b',
  ]);
  expect(seen('BatchGetItem', { RequestItems: { T: { Keys: [key('a'), key('b')] } } })).toEqual([
    'BatchGetItem a',
    'BatchGetItem b',
  ]);
});

test.each([
  ['pk = :pk AND begins_with(sk, :sk)', undefined],
  ['sk > :sk AND #p = :pk', { '#p': 'pk' }],
  ['(#p = :pk) AND (#s BETWEEN :sk AND :pk)', { '#p': 'pk', '#s': 'sk' }],
])('the partition key of a query is found in the key condition %s', (KeyConditionExpression, names) => {
  const input = {
    TableName: 'T',
    KeyConditionExpression,
    ExpressionAttributeValues: { ':pk': { S: 'a' }, ':sk': { S: 's' } },
    ...(names !== undefined && { ExpressionAttributeNames: names }),
  };
  expect(seen('Query', input)).toEqual(['Query a']);
});

test('a query must have an exact partition key, because IAM conditions restrict partition keys', () => {
  const input = { TableName: 'T', KeyConditionExpression: 'begins_with(pk, :pk)' };
  expect(() => listTouchedParts('Query', input)).toThrow('cannot be read');
});

test('the proxy treats a DynamoDB scan as a call without a partition key', () => {
  expect(seen('Scan', { TableName: 'T' })).toEqual(['Scan undefined']);
});

test.each<[DataOperation, Body, boolean]>([
  ['GetItem', on('a'), true],
  ['GetItem', { ...on('a'), ConsistentRead: true }, false],
  ['Query', { TableName: 'T' }, true],
  ['BatchGetItem', { RequestItems: { T: { Keys: [key('a')] } } }, true],
  ['BatchGetItem', { RequestItems: { T: { Keys: [key('a')], ConsistentRead: true } } }, false],
  ['TransactGetItems', { TransactItems: [{ Get: on('a') }] }, false],
  ['PutItem', { TableName: 'T', Item: key('a') }, false],
])(
  'only an eventually consistent read may return stale data: for %s %j, mayBeStale returns %s',
  (operation, body, expected) => {
    expect(mayBeStale(operation, body)).toBe(expected);
  },
);
