import {
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Table } from './client.ts';

type QuerySelection = Pick<
  QueryCommandInput,
  | 'KeyConditionExpression'
  | 'FilterExpression'
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
  | 'ScanIndexForward'
>;

function buildPrefixQuery({ pk, sk }: { pk: string; sk: string }): QuerySelection {
  // The sort key is left out if it is empty, because DynamoDB rejects a comparison of a key with an empty text.
  return sk === ''
    ? { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
    : {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      };
}

/**
 * Returns the items of the partition `key.pk` whose sort key starts with `key.sk`, sorted by sort key, in pages of
 * up to 1 MB. The reads are strongly consistent.
 */
export function queryPages(
  table: Table,
  key: { pk: string; sk: string },
): AsyncGenerator<Record<string, unknown>[]> {
  return queryPagesOfSelection(table, buildPrefixQuery(key));
}

/**
 * Returns all items of the partition `key.pk` whose sort key starts with `key.sk`, sorted by sort key. An empty
 * `key.sk` matches all items. The reads are strongly consistent.
 */
export function queryAll(table: Table, key: { pk: string; sk: string }): Promise<Record<string, unknown>[]> {
  return queryAllOfSelection(table, buildPrefixQuery(key));
}

/**
 * Returns the items of a partition that have the sort key `sk` or a later one, sorted by sort key. The reads
 * are strongly consistent.
 */
export function queryFromKey(
  table: Table,
  { pk, sk }: { pk: string; sk: string },
): Promise<Record<string, unknown>[]> {
  return queryAllOfSelection(table, {
    KeyConditionExpression: 'pk = :pk AND sk >= :sk',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
  });
}

async function* queryPagesOfSelection(
  table: Table,
  selection: QuerySelection,
): AsyncGenerator<Record<string, unknown>[]> {
  let lastEvaluatedKey: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        ...selection,
        ConsistentRead: true,
        ...(lastEvaluatedKey === undefined ? {} : { ExclusiveStartKey: lastEvaluatedKey }),
      }),
    );
    yield page.Items ?? [];
    lastEvaluatedKey = page.LastEvaluatedKey;
  } while (lastEvaluatedKey !== undefined);
}

/** Returns all items that a query selects. The reads are strongly consistent. */
export async function queryAllOfSelection(
  table: Table,
  selection: QuerySelection,
): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for await (const page of queryPagesOfSelection(table, selection)) items.push(...page);
  return items;
}

/**
 * Returns all items of the table in pages of up to 1 MB, with strongly consistent reads. Requests must not use this
 * function, because it reads the whole table, even with a filter.
 */
export async function* scanPages(
  table: Table,
  selection: Pick<
    ScanCommandInput,
    'ProjectionExpression' | 'FilterExpression' | 'ExpressionAttributeValues'
  > = {},
): AsyncGenerator<Record<string, unknown>[]> {
  let lastEvaluatedKey: Record<string, unknown> | undefined;
  do {
    const page = await table.client.send(
      new ScanCommand({
        TableName: table.name,
        ConsistentRead: true,
        ...selection,
        ...(lastEvaluatedKey === undefined ? {} : { ExclusiveStartKey: lastEvaluatedKey }),
      }),
    );
    yield page.Items ?? [];
    lastEvaluatedKey = page.LastEvaluatedKey;
  } while (lastEvaluatedKey !== undefined);
}

/** Selects the items whose keys start with these prefixes. An empty prefix matches any key. */
type KeyPrefix = Readonly<Record<'pk' | 'sk', string>>;

/**
 * Receives items during a scan of the table: all items whose keys match one of the prefixes in `keyPrefixes`.
 */
export interface ScanVisitor {
  readonly keyPrefixes: readonly KeyPrefix[];
  readonly visit: (item: Readonly<Record<string, unknown>>) => void;
}

export async function scanForVisitors(table: Table, visitors: readonly ScanVisitor[]): Promise<void> {
  const keyPrefixes = visitors.flatMap((visitor) => visitor.keyPrefixes);
  const values: Record<string, string> = {};
  const buildPrefixCondition = (name: string, key: string, prefix: string) => {
    if (prefix === '') return [];
    values[name] = prefix;
    return [`begins_with(${key}, ${name})`];
  };
  const conditions = keyPrefixes.map(({ pk, sk }, i) =>
    [...buildPrefixCondition(`:p${i}`, 'pk', pk), ...buildPrefixCondition(`:s${i}`, 'sk', sk)].join(' AND '),
  );
  const FilterExpression = conditions.map((each) => `(${each})`).join(' OR ');
  for await (const items of scanPages(table, { FilterExpression, ExpressionAttributeValues: values })) {
    for (const item of items) {
      const [partitionKey, sortKey] = [String(item.pk), String(item.sk)];
      for (const visitor of visitors) {
        if (visitor.keyPrefixes.some(({ pk, sk }) => partitionKey.startsWith(pk) && sortKey.startsWith(sk)))
          visitor.visit(item);
      }
    }
  }
}
