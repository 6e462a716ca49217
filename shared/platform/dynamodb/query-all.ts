import {
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Table } from './client.ts';

/** Selects items of a partition, and their order. */
type QuerySelection = Pick<
  QueryCommandInput,
  | 'KeyConditionExpression'
  | 'FilterExpression'
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
  | 'ScanIndexForward'
>;

function queryByPrefix({ pk, sk }: { pk: string; sk: string }): QuerySelection {
  // DynamoDB rejects a comparison of a key with an empty text.
  return sk === ''
    ? { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
    : {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      };
}

/**
 * Items of a partition whose sort key starts with that of `key`, in order, in pages of up to 1 MB. Consistent
 * reads.
 */
export function queryPages(
  table: Table,
  key: { pk: string; sk: string },
): AsyncGenerator<Record<string, unknown>[]> {
  return queryPagesWhere(table, queryByPrefix(key));
}

/**
 * All items of a partition whose sort key starts with that of `key`, in order. An empty sort key selects all.
 * Consistent reads.
 */
export function queryAll(table: Table, key: { pk: string; sk: string }): Promise<Record<string, unknown>[]> {
  return queryWhere(table, queryByPrefix(key));
}

/** All items of a partition from a sort key on (inclusive), in order. Consistent reads. */
export function queryFrom(
  table: Table,
  { pk, sk }: { pk: string; sk: string },
): Promise<Record<string, unknown>[]> {
  return queryWhere(table, {
    KeyConditionExpression: 'pk = :pk AND sk >= :sk',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
  });
}

async function* queryPagesWhere(
  table: Table,
  select: QuerySelection,
): AsyncGenerator<Record<string, unknown>[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...select,
        ConsistentRead: true,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    yield page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}

/** All items that a query selects. Consistent reads. */
export async function queryWhere(table: Table, select: QuerySelection): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for await (const page of queryPagesWhere(table, select)) items.push(...page);
  return items;
}

/**
 * All items of the table in pages of up to 1 MB. Consistent reads.
 * A filter does not reduce the cost, which is that of reading the whole table. Only operators may use it, not
 * requests.
 */
export async function* scanPages(
  table: Table,
  select: Pick<
    ScanCommandInput,
    'ProjectionExpression' | 'FilterExpression' | 'ExpressionAttributeValues'
  > = {},
): AsyncGenerator<Record<string, unknown>[]> {
  let start: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        ConsistentRead: true,
        ...select,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    yield page.Items ?? [];
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}

/** Prefixes of the keys of some items. An empty text matches any key. */
type KeyPrefix = Readonly<Record<'pk' | 'sk', string>>;

/** Receives the items whose keys match `sees` during a table scan. */
export interface ScanVisitor {
  readonly sees: readonly KeyPrefix[];
  readonly see: (item: Readonly<Record<string, unknown>>) => void;
}

/** Scans the table once for several visitors. */
export async function scanForVisitors(table: Table, visitors: readonly ScanVisitor[]): Promise<void> {
  const keyPrefixes = visitors.flatMap(({ sees }) => sees);
  const values: Record<string, string> = {};
  const prefixCondition = (name: string, key: string, start: string) => {
    if (start === '') return [];
    values[name] = start;
    return [`begins_with(${key}, ${name})`];
  };
  const conditions = keyPrefixes.map(({ pk, sk }, i) =>
    [...prefixCondition(`:p${i}`, 'pk', pk), ...prefixCondition(`:s${i}`, 'sk', sk)].join(' AND '),
  );
  const FilterExpression = conditions.map((each) => `(${each})`).join(' OR ');
  for await (const items of scanPages(table, { FilterExpression, ExpressionAttributeValues: values })) {
    for (const item of items) {
      const [partitionKey, sortKey] = [String(item.pk), String(item.sk)];
      for (const { sees, see } of visitors) {
        if (sees.some(({ pk, sk }) => partitionKey.startsWith(pk) && sortKey.startsWith(sk))) see(item);
      }
    }
  }
}
