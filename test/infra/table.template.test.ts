import { expect, test } from 'vitest';
import { TABLE } from '../../shared/platform/dynamodb/table.ts';
import { FEW_ROUTES, makeTemplate, propertiesOf } from './support/stack.ts';

const template = makeTemplate();
const [table] = propertiesOf(template, 'AWS::DynamoDB::Table').values();

const keys = (index: { partitionKey: string; sortKey: string }) => [
  { AttributeName: index.partitionKey, KeyType: 'HASH' },
  { AttributeName: index.sortKey, KeyType: 'RANGE' },
];

test('the stack has one DynamoDB table, with the keys, stream and TTL that the stores use', () => {
  template.resourceCountIs('AWS::DynamoDB::Table', 1);
  expect(table).toMatchObject({
    KeySchema: keys(TABLE),
    StreamSpecification: { StreamViewType: TABLE.stream },
    TimeToLiveSpecification: { AttributeName: TABLE.ttlAttribute, Enabled: true },
    BillingMode: 'PAY_PER_REQUEST',
  });
});

test('the table has no secondary index, because the stores use none', () => {
  expect(table).not.toHaveProperty('GlobalSecondaryIndexes');
});

test('the table can be restored to any second and is protected from deletion', () => {
  expect(table).toMatchObject({
    PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    DeletionProtectionEnabled: true,
  });
  template.hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'RetainExceptOnCreate' });
});

test('the table is deleted with the stack if the stage sets retainData to false', () => {
  const passing = makeTemplate({ routes: FEW_ROUTES, context: { retainData: false } });
  passing.hasResource('AWS::DynamoDB::Table', { DeletionPolicy: 'Delete' });
  passing.hasResourceProperties('AWS::DynamoDB::Table', { DeletionProtectionEnabled: false });
});

test('the table has a name from CloudFormation, unless the CDK context sets one', () => {
  expect(table).not.toHaveProperty('TableName');
  makeTemplate({ routes: FEW_ROUTES, context: { tableName: 'my-table' } }).hasResourceProperties(
    'AWS::DynamoDB::Table',
    {
      TableName: 'my-table',
    },
  );
});
