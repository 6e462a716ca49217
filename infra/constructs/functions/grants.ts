import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Route, TableAccess } from '../../../shared/platform/contract/route.ts';
import { type ItemName, partitionPattern } from '../../../shared/platform/dynamodb/table.ts';
import type { PlatformTable } from '../table.ts';

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE = ['dynamodb:PutItem', 'dynamodb:UpdateItem', 'dynamodb:DeleteItem', 'dynamodb:BatchWriteItem'];
const UPDATE = ['dynamodb:UpdateItem'];
const GET = ['dynamodb:GetItem'];
const CHECK = 'dynamodb:ConditionCheckItem';

/**
 * A condition that limits a statement to items of these kinds by their partition keys. It would also allow a call
 * without a key, which only a scan is. So no statement with it allows scans.
 */
const onlyOf = (items: readonly ItemName[]) => ({
  'ForAllValues:StringLike': {
    'dynamodb:LeadingKeys': [...new Set(items.map(partitionPattern))].toSorted(),
  },
});

export interface TableGrant {
  readonly access: TableAccess;
  /** The kinds of items that the function's code names. */
  readonly items: readonly ItemName[];
  /** Those of them that it may write; all of them when absent. */
  readonly writes?: readonly string[] | undefined;
  /** Whether it names credentials in conditions alone, for which `limiterStatements` has the permission. */
  readonly checksCaller?: boolean | undefined;
}

/** What a function may do to its items in the table: never a scan. */
export function tableStatements(
  target: PlatformTable,
  { access, items: named, writes, checksCaller = false }: TableGrant,
): PolicyStatement[] {
  const items = checksCaller ? named.filter((name) => name !== 'credential') : named;
  const on = (actions: readonly string[], names: readonly ItemName[]) => limitedTo(target, actions, names);
  if (access === 'none') return [];
  if (access === 'read') return [on(READ, items)];
  if (writes === undefined) return [on([...READ, CHECK, ...WRITE], items)];
  const written = items.filter((name) => writes.includes(name));
  return [on([...READ, CHECK], items), on(WRITE, written)];
}

/** Permission to scan the table, for a job that reads all of it. */
export function scanStatement(target: PlatformTable): PolicyStatement {
  return new PolicyStatement({ actions: ['dynamodb:Scan'], resources: [target.table.tableArn] });
}

function limitedTo(
  target: PlatformTable,
  actions: readonly string[],
  items: readonly ItemName[],
): PolicyStatement {
  return new PolicyStatement({
    actions: [...actions],
    resources: [target.table.tableArn],
    conditions: onlyOf(items),
  });
}

/**
 * Permission to take a token from the caller's bucket, which every request does: an update of the buckets (of accounts
 * and of addresses, or of addresses alone on public routes) and of nothing else; and to read the credential, its account's bucket, and
 * the user whom the account is made of; `checksCaller`: also to name the credential in conditions of transactions.
 */
export function limiterStatements(
  target: PlatformTable,
  { access, checksCaller = false }: Pick<Route, 'access' | 'checksCaller'>,
): PolicyStatement[] {
  if (access === 'public') return [limitedTo(target, UPDATE, ['addressBucket'])];
  return [
    limitedTo(target, UPDATE, ['accountBucket', 'addressBucket']),
    limitedTo(target, checksCaller ? [...GET, CHECK] : GET, ['credential', 'accountBucket', 'user']),
  ];
}
