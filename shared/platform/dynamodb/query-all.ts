import {
  QueryCommand,
  type QueryCommandInput,
  ScanCommand,
  type ScanCommandInput,
} from '@aws-sdk/lib-dynamodb';
import type { Table } from './client.ts';

/** Which items of a partition are meant, and in which order. */
type Selection = Pick<
  QueryCommandInput,
  | 'KeyConditionExpression'
  | 'FilterExpression'
  | 'ExpressionAttributeNames'
  | 'ExpressionAttributeValues'
  | 'ScanIndexForward'
>;

function beginningWith({ pk, sk }: { pk: string; sk: string }): Selection {
  // No key may be compared with an empty text.
  return sk === ''
    ? { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': pk } }
    : {
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :sk)',
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
      };
}

/** Items of a partition whose sort key begins with the key's, consistently and in order, up to 1 MB at a time. */
export function queryPages(
  table: Table,
  key: { pk: string; sk: string },
): AsyncGenerator<Record<string, unknown>[]> {
  return pagesWhere(table, beginningWith(key));
}

/** All items of a partition whose sort key begins with the key's (any, where that is empty), consistently and in order. */
export function queryAll(table: Table, key: { pk: string; sk: string }): Promise<Record<string, unknown>[]> {
  return queryWhere(table, beginningWith(key));
}

/** All items of a partition whose sort key is the key's or comes after it, consistently and in order. */
export function queryFrom(
  table: Table,
  { pk, sk }: { pk: string; sk: string },
): Promise<Record<string, unknown>[]> {
  return queryWhere(table, {
    KeyConditionExpression: 'pk = :pk AND sk >= :sk',
    ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
  });
}

async function* pagesWhere(table: Table, select: Selection): AsyncGenerator<Record<string, unknown>[]> {
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

/** All items that a query selects, consistently. */
export async function queryWhere(table: Table, select: Selection): Promise<Record<string, unknown>[]> {
  const items: Record<string, unknown>[] = [];
  for await (const page of pagesWhere(table, select)) items.push(...page);
  return items;
}

/**
 * The table's items, consistently, in pages of up to 1 MB. It costs a read of the whole table, whatever it filters:
 * for operators, never for requests.
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

/** How the keys of some items begin; an empty text means any key. */
type KeyStart = Readonly<Record<'pk' | 'sk', string>>;

/** Is shown some items while the table is scanned. */
export interface Visitor {
  readonly sees: readonly KeyStart[];
  readonly see: (item: Readonly<Record<string, unknown>>) => void;
}

/** Scans the table once for several visitors. */
export async function scanFor(table: Table, visitors: readonly Visitor[]): Promise<void> {
  const starts = visitors.flatMap(({ sees }) => sees);
  const values: Record<string, string> = {};
  const begins = (name: string, key: string, start: string) => {
    if (start === '') return [];
    values[name] = start;
    return [`begins_with(${key}, ${name})`];
  };
  const conditions = starts.map(({ pk, sk }, i) =>
    [...begins(`:p${i}`, 'pk', pk), ...begins(`:s${i}`, 'sk', sk)].join(' AND '),
  );
  const FilterExpression = conditions.map((each) => `(${each})`).join(' OR ');
  for await (const items of scanPages(table, { FilterExpression, ExpressionAttributeValues: values })) {
    for (const item of items) {
      const [own, other] = [String(item.pk), String(item.sk)];
      for (const { sees, see } of visitors) {
        if (sees.some(({ pk, sk }) => own.startsWith(pk) && other.startsWith(sk))) see(item);
      }
    }
  }
}
