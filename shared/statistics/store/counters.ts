import * as z from 'zod/mini';
import { batchGet } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { buildIncrementUpdates } from '../../platform/dynamodb/increments.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import {
  CONFLICT_RETRY_POLICY,
  isRetryable,
  transactIf,
  type Write,
} from '../../platform/dynamodb/transact.ts';
import { writeIf } from '../../platform/dynamodb/write.ts';
import { RetryableError, type RetryPolicy, retry } from '../../platform/retry.ts';
import type { Counters, Figure } from '../domain/figures.ts';
import { expirySecondsOfGroup } from '../domain/periods.ts';

/** A change of a table item, and the amounts that it adds to the counters. */
export interface CountedChange {
  readonly eventId: string;
  readonly atMs: number;
  readonly figures: readonly Figure[];
}

/** Name of the set of counters that are updated from the table's stream. */
export const ITEM_COUNTERS_LEDGER = 'items';

/**
 * A marker shows that a change was counted. It expires after two days, because the stream can repeat a change within
 * one day.
 */
const MARKER_TTL_SECONDS = 2 * 86_400;
const TRANSACTION_WRITES_MAX = 100;
/**
 * Maximum number of changes per DynamoDB transaction. It keeps each update far below DynamoDB's limit of 300
 * operators.
 */
const MAX_CHANGES_PER_TRANSACTION = 40;
/** Retry policy for concurrent runs that count the same changes. */
const COUNT_RETRY_POLICY: RetryPolicy = { ...CONFLICT_RETRY_POLICY, isRetryable: isRetryable };

const markerKey = ({ eventId }: CountedChange) => ITEMS.statisticsMarker.key({ event: eventId });

function buildMarkerWrite(change: CountedChange): Write {
  const ttl = Math.ceil(change.atMs / 1_000) + MARKER_TTL_SECONDS;
  return {
    Put: {
      Item: { ...markerKey(change), [TABLE.ttlAttribute]: ttl },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}

function buildCounterWrites(figures: readonly Figure[]): Write[] {
  return buildIncrementUpdates(
    figures.map(({ group, name, value }) => {
      const ttl = expirySecondsOfGroup(group);
      const key = ITEMS.statisticsGroup.key({ ledger: ITEM_COUNTERS_LEDGER, group });
      return { key, attribute: name, amount: value, ...(ttl === undefined ? {} : { ttl }) };
    }),
  );
}

/**
 * Selects the first changes that fit into one DynamoDB transaction: one write for each change, and one for each group
 * of counters.
 */
function selectChangesThatFit(changes: readonly CountedChange[]): CountedChange[] {
  const groupNames = new Set<string>();
  const end = changes.findIndex(({ figures }, changeIndex) => {
    for (const { group } of figures) groupNames.add(group);
    return (
      changeIndex === MAX_CHANGES_PER_TRANSACTION ||
      changeIndex + 1 + groupNames.size > TRANSACTION_WRITES_MAX
    );
  });
  return end === -1 ? [...changes] : changes.slice(0, end);
}

/** Counts the first changes that fit into one DynamoDB transaction. Resolves to the remaining changes. */
async function countChangesInTransaction(
  table: Table,
  changes: readonly CountedChange[],
): Promise<CountedChange[]> {
  const selectedChanges = selectChangesThatFit(changes);
  const writes = [
    ...selectedChanges.map(buildMarkerWrite),
    ...buildCounterWrites(selectedChanges.flatMap(({ figures }) => figures)),
  ];
  if ((await transactIf(table, writes)).committed) return changes.slice(selectedChanges.length);
  const existingMarkers = await batchGet(table, selectedChanges.map(markerKey), { consistent: true });
  const existingMarkerKeys = new Set(existingMarkers.map(({ pk }) => pk));
  if (existingMarkerKeys.size === 0) throw new RetryableError('Another run counted the same changes');
  return changes.filter((change) => !existingMarkerKeys.has(markerKey(change).pk));
}

/**
 * Adds each change to the counters exactly once, because the same DynamoDB transaction also stores a marker with
 * the change's id.
 */
export async function countChangesOnce(table: Table, changes: readonly CountedChange[]): Promise<void> {
  let remainingChanges = [...new Map(changes.map((change) => [change.eventId, change])).values()];
  while (remainingChanges.length > 0)
    remainingChanges = await retry(COUNT_RETRY_POLICY, () =>
      countChangesInTransaction(table, remainingChanges),
    );
}

export async function readCounters(table: Table, ledgerName: string): Promise<Counters> {
  const { pk, sk } = ITEMS.statisticsGroup.key({ ledger: ledgerName, group: '' });
  const items = await queryAll(table, { pk, sk });
  const counterValueSchema = z.union([z.bigint(), z.int()]);
  return new Map(
    items.map(({ pk: _, sk: group, [TABLE.ttlAttribute]: __, ...counters }) => [
      String(group),
      new Map(
        Object.entries(counters).map(([name, value]) => [name, BigInt(counterValueSchema.parse(value))]),
      ),
    ]),
  );
}

/**
 * Sets a counter to `value` if its current value is still `storedValue`. Otherwise changes nothing and returns
 * false. If `storedValue` is undefined, the counter must not exist yet.
 */
export async function correctCounter(
  table: Table,
  { group, name, value }: Figure,
  storedValue: bigint | undefined,
): Promise<boolean> {
  const ttl = expirySecondsOfGroup(group);
  const Update = {
    Key: ITEMS.statisticsGroup.key({ ledger: ITEM_COUNTERS_LEDGER, group }),
    UpdateExpression: `SET #name = :value${ttl === undefined ? '' : ', #ttl = :ttl'}`,
    ConditionExpression: storedValue === undefined ? 'attribute_not_exists(#name)' : '#name = :stored',
    ExpressionAttributeNames: { '#name': name, ...(ttl === undefined ? {} : { '#ttl': TABLE.ttlAttribute }) },
    ExpressionAttributeValues: {
      ':value': value,
      ...(storedValue === undefined ? {} : { ':stored': storedValue }),
      ...(ttl === undefined ? {} : { ':ttl': ttl }),
    },
  };
  return writeIf(table, { Update });
}
