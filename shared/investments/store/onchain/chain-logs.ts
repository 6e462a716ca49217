import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hexText } from '../../../chain/abi.ts';
import { batchGet } from '../../../platform/dynamodb/batch.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { withDigest } from '../../../platform/dynamodb/item-digest.ts';
import { queryFrom } from '../../../platform/dynamodb/query-all.ts';
import { ITEMS, sequenceText } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import { write } from '../../../platform/dynamodb/write.ts';
import { bigText } from '../../domain/encoding/big-text.ts';

const recorded = z.object({
  log_key: z.string(),
  vault: hexText,
  wallet: hexText,
  kind: z.enum(['deposit', 'withdrawal', 'transfer']),
  assets: bigText,
  shares: bigText,
  transaction_hash: hexText,
  block: z.int(),
  block_hash: hexText,
  block_ms: z.int(),
  state: z.enum(['pending', 'posted']),
  intent_id: z.nullable(z.string()),
  /** Base units that shares without a payment were worth at their block (see ChainEntry). */
  worth: bigText,
  /** Of a transfer between followed wallets, the other wallet and the name of its event. */
  peer: z.nullable(z.object({ wallet: hexText, log_key: z.string() })),
  /** Its number in the history of its position. */
  number: z.int(),
});
/** A vault's event as it is booked for one wallet. */
export type RecordedLog = z.output<typeof recorded>;

function logKeyOf(chain: string, { block, log_key: log }: Pick<RecordedLog, 'block' | 'log_key'>) {
  return ITEMS.chainLog.key({ chain, block: sequenceText(block), log });
}

/** The write that records an event as booked in a state; it fails when it is not in the state `before`. */
export function recordLogWrite(
  chain: string,
  log: RecordedLog,
  before: RecordedLog['state'] | undefined,
): Write {
  const { assets, shares, worth } = log;
  const texts = { assets: String(assets), shares: String(shares), worth: String(worth) };
  const Item = { ...logKeyOf(chain, log), ...log, ...texts };
  if (before === undefined) return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  return { Put: { Item, ...inState(before) } };
}

/** The write that deletes an event whose block is no longer canonical. The position's journal keeps its entries. */
export function forgetLogWrite(chain: string, log: RecordedLog): Write {
  return { Delete: { Key: logKeyOf(chain, log), ...inState(log.state) } };
}

function inState(state: RecordedLog['state']) {
  return {
    ConditionExpression: '#state = :state',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': state },
  };
}

/** Events that are booked, from a block on. */
export async function readRecordedLogs(
  table: Table,
  chain: string,
  fromBlock: number,
): Promise<RecordedLog[]> {
  const key = ITEMS.chainLog.key({ chain, block: sequenceText(fromBlock), log: '' });
  const items = await queryFrom(table, key);
  return items.map((item) => recorded.parse(item));
}

/** Recorded events by their names, for those that are there. */
export async function readLogsAt(
  table: Table,
  chain: string,
  places: readonly Pick<RecordedLog, 'block' | 'log_key'>[],
): Promise<ReadonlyMap<string, RecordedLog>> {
  const keys = places.map((place) => logKeyOf(chain, place));
  const items = await batchGet(table, keys, { consistent: true });
  return new Map(items.map((item) => recorded.parse(item)).map((log) => [log.log_key, log]));
}

const checkpoint = z.object({ block: z.int(), genesis: hexText });
/** How far a chain was watched: everything up to the block is booked and final. */
export type Checkpoint = z.infer<typeof checkpoint>;

/**
 * The last block that a chain's watcher has processed, with the hash of the chain's first block; undefined before the
 * first run.
 */
export async function readCheckpoint(table: Table, chain: string): Promise<Checkpoint | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.watcher.key({ chain }), ConsistentRead: true }),
  );
  return item === undefined ? undefined : checkpoint.parse(item);
}

export async function putCheckpoint(table: Table, chain: string, at: Checkpoint): Promise<void> {
  await write(table, { Put: { Item: withDigest({ ...ITEMS.watcher.key({ chain }), ...at }) } });
}

/** Forgets how far a chain was watched. */
export async function deleteCheckpoint(table: Table, chain: string): Promise<void> {
  await write(table, { Delete: { Key: ITEMS.watcher.key({ chain }) } });
}
