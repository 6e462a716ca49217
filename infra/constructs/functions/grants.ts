import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Route, TableAccess } from '../../../shared/platform/contract/route.ts';
import { type ItemName, partitionPattern } from '../../../shared/platform/dynamodb/table.ts';
import type { PlatformTable } from '../table.ts';

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE_ACTIONS = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:BatchWriteItem',
];
const UPDATE_ACTIONS = ['dynamodb:UpdateItem'];
const GET = ['dynamodb:GetItem'];
const CHECK_ACTION = 'dynamodb:ConditionCheckItem';

/**
 * Returns a condition that limits a statement to these kinds of items by their partition keys. A call without a
 * key, such as a scan, also satisfies the condition. A statement with this condition therefore must never allow
 * scans.
 */
const partitionCondition = (items: readonly ItemName[]) => ({
  'ForAllValues:StringLike': {
    'dynamodb:LeadingKeys': [...new Set(items.map(partitionPattern))].toSorted(),
  },
});

export interface TableGrant {
  readonly access: TableAccess;
  /** Kinds of items that the function's code uses. */
  readonly items: readonly ItemName[];
  /** Kinds of items that the function may write; undefined for all of `items`. */
  readonly writes?: readonly string[] | undefined;
  /** Whether the function uses credentials only in conditions. `limiterStatements` grants that permission. */
  readonly checksCaller?: boolean | undefined;
}

/** Returns the permissions of a function on its items in the table. The permissions never include scans. */
export function tableStatements(
  target: PlatformTable,
  { access, items: grantedItems, writes, checksCaller = false }: TableGrant,
): PolicyStatement[] {
  const items = checksCaller ? grantedItems.filter((name) => name !== 'credential') : grantedItems;
  const on = (actions: readonly string[], names: readonly ItemName[]) =>
    limitedStatement(target, actions, names);
  if (access === 'none') return [];
  if (access === 'read') return [on(READ, items)];
  if (writes === undefined) return [on([...READ, CHECK_ACTION, ...WRITE_ACTIONS], items)];
  const writtenItems = items.filter((name) => writes.includes(name));
  return [on([...READ, CHECK_ACTION], items), on(WRITE_ACTIONS, writtenItems)];
}

/** Returns the permission to scan the table, for a job that reads all of it. */
export function scanStatement(target: PlatformTable): PolicyStatement {
  return new PolicyStatement({ actions: ['dynamodb:Scan'], resources: [target.table.tableArn] });
}

function limitedStatement(
  target: PlatformTable,
  actions: readonly string[],
  items: readonly ItemName[],
): PolicyStatement {
  return new PolicyStatement({
    actions: [...actions],
    resources: [target.table.tableArn],
    conditions: partitionCondition(items),
  });
}

/**
 * Returns the permissions of the rate limiter, which every request needs. On public routes they allow only
 * updates of the token buckets of IP addresses. On other routes they allow updates of token buckets, and reads
 * of the credential, of its account's bucket and of its user. With `checksCaller` they also allow the
 * credential in transaction conditions.
 */
export function limiterStatements(
  target: PlatformTable,
  { access, checksCaller = false }: Pick<Route, 'access' | 'checksCaller'>,
): PolicyStatement[] {
  if (access === 'public') return [limitedStatement(target, UPDATE_ACTIONS, ['addressBucket'])];
  return [
    limitedStatement(target, UPDATE_ACTIONS, ['accountBucket', 'addressBucket']),
    limitedStatement(target, checksCaller ? [...GET, CHECK_ACTION] : GET, [
      'credential',
      'accountBucket',
      'user',
    ]),
  ];
}
