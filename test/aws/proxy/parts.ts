import type * as z from 'zod';
import { buildArn, STREAM_SUFFIX } from '../../../infra/emulator/template/physical.ts';
import { TABLE } from '../../../shared/platform/dynamodb/table.ts';
import { measureItemBytes } from './limits/item-size.ts';
import { type Attributes, type Body, type DataOperation, INPUT_SCHEMAS } from './wire.ts';

/** One item or partition that a call touches. Each part of a batch or transaction is separate. */
export interface Part {
  /** The IAM action, such as `dynamodb:PutItem`. Each part of a transaction has the action of its operation. */
  readonly action: string;
  readonly table: string;
  readonly index?: string | undefined;
  /** Whether the call reads the stream of the table. */
  readonly isStream?: boolean;
  /** Absent for a scan, which names no partition. */
  readonly partition?: string | undefined;
  /** The key of the item, if the call names single items. */
  readonly key?: Attributes;
  /**
   * Size of the item as given in the call, in kilobytes, rounded up. The cost of the call is divided among its parts in
   * proportion to this weight.
   */
  readonly weight: number;
}

const TRANSACT_ACTIONS = {
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
  ConditionCheck: 'ConditionCheckItem',
} as const;

const CAPACITY_UNIT_BYTES = 1024;

function keyOf(item: Attributes): Attributes {
  const key: Attributes = {};
  for (const name of [TABLE.partitionKey, TABLE.sortKey])
    if (item[name] !== undefined) key[name] = item[name];
  return key;
}

function partitionKeyOf(item: Attributes): string | undefined {
  const value = item[TABLE.partitionKey]?.S;
  return typeof value === 'string' ? value : undefined;
}

function buildItemPart(action: string, table: string, item: Attributes): Part {
  const weight = Math.ceil(measureItemBytes(item) / CAPACITY_UNIT_BYTES);
  return {
    action: `dynamodb:${action}`,
    table,
    partition: partitionKeyOf(item),
    key: keyOf(item),
    weight,
  };
}

/**
 * Returns the value that a key condition requires of the partition key.
 *
 * @throws Error if the value cannot be parsed, because policies could not limit the query
 */
function readQueriedPartition(input: z.output<typeof INPUT_SCHEMAS.Query>): string {
  const condition = input.KeyConditionExpression ?? '';
  for (const [, name = '', value = ''] of condition.matchAll(/(#?\w+)\s*=\s*(:\w+)/g)) {
    const attribute = name.startsWith('#') ? input.ExpressionAttributeNames[name] : name;
    const given = input.ExpressionAttributeValues[value]?.S;
    if (attribute === TABLE.partitionKey && typeof given === 'string') return given;
  }
  throw new Error(`The partition key of a query cannot be read: ${condition}`);
}

/**
 * Returns the parts of a call (see `Part`), in the order of the request.
 *
 * @throws ZodError for an invalid input of the operation
 */
export function listTouchedParts(operation: DataOperation, body: Body): Part[] {
  switch (operation) {
    case 'PutItem': {
      const { TableName, Item } = INPUT_SCHEMAS.PutItem.parse(body);
      return [buildItemPart(operation, TableName, Item)];
    }
    case 'GetItem':
    case 'UpdateItem':
    case 'DeleteItem': {
      const { TableName, Key } = INPUT_SCHEMAS[operation].parse(body);
      return [buildItemPart(operation, TableName, Key)];
    }
    case 'Query':
    case 'Scan': {
      const input = INPUT_SCHEMAS[operation].parse(body);
      const partition = operation === 'Query' ? readQueriedPartition(input) : undefined;
      const { TableName: table, IndexName: index } = input;
      return [{ action: `dynamodb:${operation}`, table, index, partition, weight: 1 }];
    }
    case 'BatchGetItem':
      return Object.entries(INPUT_SCHEMAS.BatchGetItem.parse(body).RequestItems).flatMap(
        ([table, { Keys }]) => Keys.map((key) => buildItemPart(operation, table, key)),
      );
    case 'BatchWriteItem':
      return Object.entries(INPUT_SCHEMAS.BatchWriteItem.parse(body).RequestItems).flatMap(
        ([table, writes]) =>
          writes.map(({ PutRequest, DeleteRequest }) =>
            buildItemPart(operation, table, PutRequest?.Item ?? DeleteRequest?.Key ?? {}),
          ),
      );
    case 'TransactGetItems':
      return INPUT_SCHEMAS.TransactGetItems.parse(body).TransactItems.map(({ Get }) =>
        buildItemPart('GetItem', Get.TableName, Get.Key),
      );
    case 'TransactWriteItems':
      return INPUT_SCHEMAS.TransactWriteItems.parse(body).TransactItems.map(readTransactItemPart);
  }
}

function readTransactItemPart(
  item: z.output<typeof INPUT_SCHEMAS.TransactWriteItems>['TransactItems'][number],
): Part {
  if (item.Put !== undefined) return buildItemPart(TRANSACT_ACTIONS.Put, item.Put.TableName, item.Put.Item);
  for (const kind of ['Update', 'Delete', 'ConditionCheck'] as const) {
    const part = item[kind];
    if (part !== undefined) return buildItemPart(TRANSACT_ACTIONS[kind], part.TableName, part.Key);
  }
  // The write has no known operation. Return a placeholder, because the engine reports this error.
  return buildItemPart(TRANSACT_ACTIONS.ConditionCheck, '', {});
}

/** Returns the ARN of the table, the stream or the index that a part of a call uses. */
export function arnOfPart({ table, index, isStream = false }: Part): string {
  if (isStream) return buildArn('AWS::DynamoDB::Table', table) + STREAM_SUFFIX;
  return buildArn('AWS::DynamoDB::Table', index === undefined ? table : `${table}/index/${index}`);
}

/** Returns a name that is unique for an item over all tables. */
export function itemName({ table, key = {} }: Part): string {
  const values = [TABLE.partitionKey, TABLE.sortKey].map((name) => key[name]?.S ?? null);
  return JSON.stringify([table, ...values]);
}

const READ_OPERATIONS: ReadonlySet<DataOperation> = new Set([
  'GetItem',
  'BatchGetItem',
  'Query',
  'Scan',
  'TransactGetItems',
]);

export const isReadOperation = (operation: DataOperation): boolean => READ_OPERATIONS.has(operation);

/**
 * Returns whether a call may be answered from the table's lagging copy, because all its reads are eventually
 * consistent.
 */
export function mayBeStale(operation: DataOperation, body: Body): boolean {
  switch (operation) {
    case 'GetItem':
    case 'Query':
    case 'Scan':
      return body.ConsistentRead !== true;
    case 'BatchGetItem':
      return Object.values(INPUT_SCHEMAS.BatchGetItem.parse(body).RequestItems).every(
        ({ ConsistentRead }) => ConsistentRead !== true,
      );
    default:
      return false;
  }
}
