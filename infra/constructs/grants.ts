import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { TableAccess } from '../../shared/contract/route.ts';
import type { PlatformTable } from './table.ts';

const READ = ['dynamodb:GetItem', 'dynamodb:BatchGetItem', 'dynamodb:Query'];
const WRITE = [
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
  'dynamodb:DeleteItem',
  'dynamodb:ConditionCheckItem',
  'dynamodb:BatchWriteItem',
];

/** What a function may do to the table: never a scan, and reads alone on the indexes. */
export function tableStatements(target: PlatformTable, access: TableAccess): PolicyStatement[] {
  if (access === 'none') return [];
  const { tableArn } = target.table;
  const statements = [
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: access === 'write' ? [...READ, ...WRITE] : READ,
      resources: [tableArn],
    }),
  ];
  if (target.indexNames.length > 0) {
    const resources = target.indexNames.map((name) => `${tableArn}/index/${name}`);
    statements.push(new PolicyStatement({ actions: ['dynamodb:Query'], resources }));
  }
  return statements;
}

/** Permission to update items whose partition key begins with one of the prefixes, and nothing else. */
export function updateStatements(target: PlatformTable, prefixes: readonly string[]): PolicyStatement[] {
  if (prefixes.length === 0) return [];
  return [
    new PolicyStatement({
      actions: ['dynamodb:UpdateItem'],
      resources: [target.table.tableArn],
      conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': prefixes.map((p) => `${p}*`) } },
    }),
  ];
}
