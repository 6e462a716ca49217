import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Access, TableAccess } from '../../../shared/platform/contract/route.ts';
import { ITEMS, itemNamed, partitionPrefix } from '../../../shared/platform/dynamodb/table.ts';
import type { PlatformTable } from '../table.ts';

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:BatchWriteItem',
];

/** Lets a statement hold for items of these kinds alone, by how their partition keys begin. */
const onlyOf = (items: readonly Keyed[]) => ({
  'ForAllValues:StringLike': {
    'dynamodb:LeadingKeys': [...new Set(items.map((item) => `${partitionPrefix(item)}*`))],
  },
});

/** What a function may do to the table, or to items of these kinds in it: never a scan. */
export function tableStatements(
  target: PlatformTable,
  access: TableAccess,
  items?: readonly string[],
): PolicyStatement[] {
  if (access === 'none') return [];
  return [
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: access === 'write' ? [...READ, ...WRITE] : READ,
      resources: [target.table.tableArn],
      ...(items === undefined ? {} : { conditions: onlyOf(items.map(itemNamed)) }),
    }),
  ];
}

/** Permission to read the table from one end to the other, for a job that looks at everything. */
export function scanStatement(target: PlatformTable): PolicyStatement {
  return new PolicyStatement({ actions: ['dynamodb:Scan'], resources: [target.table.tableArn] });
}

type Keyed = Parameters<typeof partitionPrefix>[0];

function limitedTo(
  target: PlatformTable,
  action: 'dynamodb:UpdateItem' | 'dynamodb:GetItem',
  items: readonly Keyed[],
): PolicyStatement {
  return new PolicyStatement({
    actions: [action],
    resources: [target.table.tableArn],
    conditions: onlyOf(items),
  });
}

/**
 * Permission to take a token from the caller's bucket, which every request does: an update of the buckets (of accounts
 * and of addresses, or of addresses alone on public routes) and of nothing else; and to read the credential, its account's bucket, and
 * the user whom the account is made of.
 */
export function limiterStatements(target: PlatformTable, access: Access): PolicyStatement[] {
  if (access === 'public') return [limitedTo(target, 'dynamodb:UpdateItem', [ITEMS.addressBucket])];
  return [
    limitedTo(target, 'dynamodb:UpdateItem', [ITEMS.accountBucket, ITEMS.addressBucket]),
    limitedTo(target, 'dynamodb:GetItem', [ITEMS.credential, ITEMS.accountBucket, ITEMS.user]),
  ];
}
