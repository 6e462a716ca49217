import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Access, TableAccess } from '../../shared/platform/contract/route.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import type { PlatformTable } from './table.ts';

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:BatchWriteItem',
];

/** What a function may do to the table: never a scan. */
export function tableStatements(target: PlatformTable, access: TableAccess): PolicyStatement[] {
  if (access === 'none') return [];
  return [
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: access === 'write' ? [...READ, ...WRITE] : READ,
      resources: [target.table.tableArn],
    }),
  ];
}

/** The fixed beginning of an item's partition key: `CRED#` of `CRED#{hash}`. */
function prefixOf(item: { readonly template: { readonly pk: string } }): string {
  const [prefix = ''] = item.template.pk.split('{');
  return prefix;
}

type Keyed = Parameters<typeof prefixOf>[0];

function limitedTo(
  target: PlatformTable,
  action: 'dynamodb:UpdateItem' | 'dynamodb:GetItem',
  items: readonly Keyed[],
): PolicyStatement {
  return new PolicyStatement({
    actions: [action],
    resources: [target.table.tableArn],
    conditions: {
      'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': items.map((item) => `${prefixOf(item)}*`) },
    },
  });
}

/**
 * Permission to take a token from the caller's bucket, which every request does: an update of the buckets (of accounts,
 * or of source addresses on public routes) and of nothing else; and to read the credential, its account's bucket, and
 * the user whom the account is made of.
 */
export function limiterStatements(target: PlatformTable, access: Access): PolicyStatement[] {
  if (access === 'public') return [limitedTo(target, 'dynamodb:UpdateItem', [ITEMS.sourceBucket])];
  return [
    limitedTo(target, 'dynamodb:UpdateItem', [ITEMS.accountBucket]),
    limitedTo(target, 'dynamodb:GetItem', [ITEMS.credential, ITEMS.accountBucket, ITEMS.user]),
  ];
}
