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

/**
 * Permission to take a token from the caller's bucket, which every request does: an update of items that carry such a
 * bucket (credentials, or source addresses on public routes) and of no others.
 */
export function limiterStatement(target: PlatformTable, access: Access): PolicyStatement {
  const bucket = access === 'public' ? ITEMS.sourceBucket : ITEMS.credential;
  return new PolicyStatement({
    actions: ['dynamodb:UpdateItem'],
    resources: [target.table.tableArn],
    conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [`${prefixOf(bucket)}*`] } },
  });
}
