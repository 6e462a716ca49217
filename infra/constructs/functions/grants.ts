import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Route, TableAccess } from '../../../shared/platform/contract/route.ts';
import { type ItemName, partitionPatternOf } from '../../../shared/platform/dynamodb/table.ts';
import type { PlatformTable } from '../table.ts';

const READ_ACTIONS = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE_ACTIONS = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
];
const UPDATE_ACTIONS = ['dynamodb:UpdateItem'];
const GET = ['dynamodb:GetItem'];
const CONDITION_CHECK_ACTION = 'dynamodb:ConditionCheckItem';

/**
 * Returns an IAM condition that limits a statement to these kinds of items. Never allow scans with it, because a
 * request without a key satisfies the condition.
 */
const buildPartitionCondition = (items: readonly ItemName[]) => ({
  'ForAllValues:StringLike': {
    'dynamodb:LeadingKeys': [...new Set(items.map(partitionPatternOf))].toSorted(),
  },
});

export interface TableGrant {
  readonly access: TableAccess;
  /** Kinds of DynamoDB items that the function's code uses. */
  readonly items: readonly ItemName[];
  /** Kinds of items that the function may write; undefined for all of `items`. */
  readonly writes?: readonly string[] | undefined;
  /** Whether the handler uses `credential` items only in the condition checks of DynamoDB transactions. */
  readonly checksCaller?: boolean | undefined;
}

/**
 * Returns the IAM statements with which a function can access its kinds of items in the table, but cannot scan the
 * table.
 */
export function buildTableStatements(
  platformTable: PlatformTable,
  { access, items: grantedItems, writes, checksCaller = false }: TableGrant,
): PolicyStatement[] {
  const items = checksCaller ? grantedItems.filter((name) => name !== 'credential') : grantedItems;
  const buildStatementFor = (actions: readonly string[], itemNames: readonly ItemName[]) =>
    buildItemsStatement(platformTable, actions, itemNames);
  if (access === 'none') return [];
  if (access === 'read') return [buildStatementFor(READ_ACTIONS, items)];
  if (writes === undefined)
    return [buildStatementFor([...READ_ACTIONS, CONDITION_CHECK_ACTION, ...WRITE_ACTIONS], items)];
  const writtenItems = items.filter((name) => writes.includes(name));
  return [
    buildStatementFor([...READ_ACTIONS, CONDITION_CHECK_ACTION], items),
    buildStatementFor(WRITE_ACTIONS, writtenItems),
  ];
}

export function buildScanStatement(platformTable: PlatformTable): PolicyStatement {
  return new PolicyStatement({ actions: ['dynamodb:Scan'], resources: [platformTable.table.tableArn] });
}

function buildItemsStatement(
  platformTable: PlatformTable,
  actions: readonly string[],
  items: readonly ItemName[],
): PolicyStatement {
  return new PolicyStatement({
    actions: [...actions],
    resources: [platformTable.table.tableArn],
    conditions: buildPartitionCondition(items),
  });
}

/**
 * Returns IAM statements for the rate limiter. On public routes, they allow only updates of the token buckets of IP
 * addresses.
 */
export function buildRateLimiterStatements(
  platformTable: PlatformTable,
  { access, checksCaller = false }: Pick<Route, 'access' | 'checksCaller'>,
): PolicyStatement[] {
  if (access === 'public') return [buildItemsStatement(platformTable, UPDATE_ACTIONS, ['addressBucket'])];
  return [
    buildItemsStatement(platformTable, UPDATE_ACTIONS, ['accountBucket', 'addressBucket']),
    buildItemsStatement(platformTable, checksCaller ? [...GET, CONDITION_CHECK_ACTION] : GET, [
      'credential',
      'accountBucket',
      'user',
    ]),
  ];
}
