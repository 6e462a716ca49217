import * as z from 'zod/mini';
import { batchGet, type Key } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { incrementUpdates } from '../../platform/dynamodb/increments.ts';
import { queryAll } from '../../platform/dynamodb/query-all.ts';
import { ITEMS, TABLE } from '../../platform/dynamodb/table.ts';
import { CONFLICT_RETRIES, isPassing, transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { type RetryPolicy, retry, TryAgain } from '../../platform/retry.ts';
import { type Counted, type Figure, toCounted } from '../domain/figures.ts';
import { groupExpirySeconds } from '../domain/periods.ts';

/** A state of an item as it was seen, and what it counts for. */
export interface CountedState {
  readonly key: Key;
  /** Orders the states of one item, as text. */
  readonly order: string;
  readonly atMs: number;
  readonly figures: readonly Figure[];
  /** Whether no other state will follow, so that what was counted need not be kept for long. */
  readonly isFinal: boolean;
}

/** One set of counters, kept apart from the others by its name, and how a new state of an item changes them. */
export interface Ledger {
  readonly name: string;
  readonly settle: (before: Counted, after: Counted, observation: CountedState) => Figure[];
}

const marker = z.object({
  pk: z.string(),
  sk: z.string(),
  order: z.string(),
  counted: z.record(z.string(), z.string()),
});
type Marker = z.infer<typeof marker>;

/** A stream delivers a record for a day at most, so that after two no repeat of it can come. */
const KEEP_FINAL_SECONDS = 2 * 86_400;
const TRANSACTION_WRITES_MAX = 100;
/** So that no update of a group comes near the 300 operators that an expression may have. */
const CHANGES_MAX = 40;
/** Runs that count the same items at once: the later, and who has met others too often, looks what is left to count. */
const COUNT_RETRIES: RetryPolicy = { ...CONFLICT_RETRIES, isPassing };

function markerKey(ledger: Ledger, { pk, sk }: Key): Key {
  return ITEMS.statisticsMarker.key({ ledger: ledger.name, pk, sk });
}

function markerWrite(
  key: Key,
  before: Marker | undefined,
  counted: Counted,
  observation: CountedState,
): Write {
  const { order, atMs, isFinal } = observation;
  const ttl = isFinal ? { [TABLE.ttlAttribute]: Math.ceil(atMs / 1_000) + KEEP_FINAL_SECONDS } : {};
  return {
    Put: {
      Item: { ...key, order, counted, ...ttl },
      ...(before === undefined
        ? { ConditionExpression: 'attribute_not_exists(pk)' }
        : {
            ConditionExpression: '#order = :before',
            ExpressionAttributeNames: { '#order': 'order' },
            ExpressionAttributeValues: { ':before': before.order },
          }),
    },
  };
}

/** Of several states of one item the latest: what it counts for replaces all before it. */
function latestByItem(observations: readonly CountedState[]): CountedState[] {
  const latest = new Map<string, CountedState>();
  for (const observation of observations) {
    const id = `${observation.key.pk}\n${observation.key.sk}`;
    const known = latest.get(id);
    if (known === undefined || known.order < observation.order) latest.set(id, observation);
  }
  return [...latest.values()];
}

/** What one item's latest state changes. */
interface Change {
  readonly observation: CountedState;
  readonly marker: Write;
  readonly figures: readonly Figure[];
}

/** The next transaction's worth of changes: each marker is a write, and each group of counters that they touch. */
function takeFitting(changes: readonly Change[]): Change[] {
  const taken: Change[] = [];
  const groups = new Set<string>();
  for (const change of changes.slice(0, CHANGES_MAX)) {
    const more = change.figures.filter(({ group }) => !groups.has(group)).map(({ group }) => group);
    if (taken.length + 1 + groups.size + new Set(more).size > TRANSACTION_WRITES_MAX) break;
    for (const group of more) groups.add(group);
    taken.push(change);
  }
  return taken;
}

function counterWrites(ledger: Ledger, figures: readonly Figure[]): Write[] {
  return incrementUpdates(
    figures.map(({ group, name, value }) => {
      const ttl = groupExpirySeconds(group);
      const key = ITEMS.statisticsGroup.key({ ledger: ledger.name, group });
      return { key, attribute: name, by: value, ...(ttl === undefined ? {} : { ttl }) };
    }),
  );
}

async function changesOf(
  table: Table,
  ledger: Ledger,
  observations: readonly CountedState[],
): Promise<Change[]> {
  const keys = observations.map(({ key }) => markerKey(ledger, key));
  const markers = (await batchGet(table, keys, { consistent: true })).map((item) => marker.parse(item));
  const byKey = new Map(markers.map((found) => [`${found.pk}\n${found.sk}`, found]));
  return observations.flatMap((observation, index) => {
    const key = keys[index];
    if (key === undefined) return [];
    const before = byKey.get(`${key.pk}\n${key.sk}`);
    if (before !== undefined && before.order >= observation.order) return [];
    const counted = toCounted(observation.figures);
    const figures = ledger.settle(before?.counted ?? {}, counted, observation);
    return [{ observation, marker: markerWrite(key, before, counted, observation), figures }];
  });
}

/** Counts as many as one transaction takes, and resolves to the others. */
async function countSome(
  table: Table,
  ledger: Ledger,
  states: readonly CountedState[],
): Promise<CountedState[]> {
  const changes = await changesOf(table, ledger, states);
  const taken = takeFitting(changes);
  if (taken.length === 0) return [];
  const figures = taken.flatMap((change) => change.figures);
  const writes = [...taken.map(({ marker: write }) => write), ...counterWrites(ledger, figures)];
  if (!(await transactIf(table, writes)).held) throw new TryAgain('Others counted the same items');
  return changes.slice(taken.length).map(({ observation }) => observation);
}

/**
 * Counts each item as its latest state says, exactly once: what it counted for before stands in a marker that changes
 * in the same transaction as the counters. So repeats and older states change nothing, in whatever order they come
 * and however many counters run at once.
 */
export async function countObservations(
  table: Table,
  ledger: Ledger,
  observations: readonly CountedState[],
): Promise<void> {
  let rest = latestByItem(observations);
  while (rest.length > 0) rest = await retry(COUNT_RETRIES, () => countSome(table, ledger, rest));
}

/** All counters of a ledger by group and name. */
export async function readCounters(table: Table, ledger: string) {
  const { pk, sk } = ITEMS.statisticsGroup.key({ ledger, group: '' });
  const items = await queryAll(table, { pk, sk });
  const numeric = z.union([z.bigint(), z.int()]);
  return new Map(
    items.map(({ pk: _, sk: group, [TABLE.ttlAttribute]: __, ...counters }) => [
      String(group),
      new Map(Object.entries(counters).map(([name, value]) => [name, BigInt(numeric.parse(value))])),
    ]),
  );
}
