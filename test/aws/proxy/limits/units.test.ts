import { expect, test } from 'vitest';
import { listTouchedParts } from '../parts.ts';
import { measureItemBytes } from './item-size.ts';
import { capacityUnitsOf } from './units.ts';

const key = { pk: { S: 'p' }, sk: { S: 's' } };
const engineAnswer = { status: 200, body: { ConsumedCapacity: [{ TableName: 'T', CapacityUnits: 4 }] } };

test('the size of an item is the bytes of its attribute names and values', () => {
  expect(measureItemBytes(key)).toBe(6);
  expect(measureItemBytes({ name: { S: 'Zürich' } })).toBe(4 + 7);
  expect(measureItemBytes({ n: { N: '-1234.5' }, yes: { BOOL: true }, none: { NULL: true } })).toBe(
    5 + 4 + 5,
  );
  expect(measureItemBytes({ b: { B: Buffer.from('12345').toString('base64') } })).toBe(6);
  expect(measureItemBytes({ list: { L: [{ S: 'a' }, { N: '7' }] } })).toBe(4 + 3 + 2 + 3);
  expect(measureItemBytes({ map: { M: { x: { S: 'ab' } } }, set: { SS: ['a', 'bc'] } })).toBe(
    3 + 3 + 1 + 3 + 3 + 3,
  );
});

test('a transactional write costs two capacity units for each kilobyte of each item, whatever the engine reports', () => {
  const TransactItems = [
    { Put: { TableName: 'T', Item: { ...key, text: { S: 'x'.repeat(1_500) } } } },
    { Update: { TableName: 'T', Key: key, UpdateExpression: 'SET x = :x' } },
    { ConditionCheck: { TableName: 'T', Key: key, ConditionExpression: 'attribute_exists(pk)' } },
  ];
  const parts = listTouchedParts('TransactWriteItems', { TransactItems });
  expect(capacityUnitsOf('TransactWriteItems', parts, engineAnswer)).toBe(8);
});

test('a call outside a transaction costs the capacity units that the database engine reports', () => {
  const put = { TableName: 'T', Item: key };
  const parts = listTouchedParts('PutItem', put);
  expect(capacityUnitsOf('PutItem', parts, engineAnswer)).toBe(4);
  const refused = { status: 400, body: { __type: 'x#ConditionalCheckFailedException' } };
  expect(capacityUnitsOf('PutItem', parts, refused)).toBe(1);
});
