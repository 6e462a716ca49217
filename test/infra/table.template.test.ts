import { expect, test } from 'vitest';
import { TABLE } from '../../shared/platform/dynamodb/table.ts';
import { makeTemplate, propertiesOf } from './support/stack.ts';

const template = makeTemplate();
const [table] = propertiesOf(template, 'AWS::DynamoDB::Table').values();

const keys = (index: { partitionKey: string; sortKey: string }) => [
  { AttributeName: index.partitionKey, KeyType: 'HASH' },
  { AttributeName: index.sortKey, KeyType: 'RANGE' },
];

test('there is one table, with the keys, stream and TTL that the repositories use', () => {
  template.resourceCountIs('AWS::DynamoDB::Table', 1);
  expect(table).toMatchObject({
    KeySchema: keys(TABLE),
    StreamSpecification: { StreamViewType: TABLE.stream },
    TimeToLiveSpecification: { AttributeName: TABLE.ttlAttribute, Enabled: true },
    BillingMode: 'PAY_PER_REQUEST',
  });
});

test('it has no index, as the repositories use none', () => {
  expect(table).not.toHaveProperty('GlobalSecondaryIndexes');
});

test('it can be restored to any second, and neither a command nor the end of the stack deletes it: only a first deployment that fails does', () => {
  expect(table).toMatchObject({
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    DeletionProtectionEnabled: true,
  });
  template.hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'RetainExceptOnCreate' });
});

test('a stage that keeps nothing lets it go with the stack', () => {
  const passing = makeTemplate({ context: { retainData: false } });
  passing.hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'Delete' });
  passing.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: false });
});

test('its name is given out by CloudFormation unless the context fixes it', () => {
  expect(table).not.toHaveProperty('TableName');
  makeTemplate({ context: { tableName: 'my-table' } }).hasResourceProperties('AWS::DynamoDB::Table', {
    TableName: 'my-table',
  });
});
