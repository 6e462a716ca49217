import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { hexSchema } from '../../../chain/abi.ts';
import { batchGet } from '../../../platform/dynamodb/batch.ts';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { withDigest } from '../../../platform/dynamodb/item-digest.ts';
import { queryFromKey } from '../../../platform/dynamodb/query-all.ts';
import { formatSequence, ITEMS } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import { write } from '../../../platform/dynamodb/write.ts';
import { bigintTextSchema } from '../../domain/encoding/big-text.ts';

const recordedLogSchema = z.object({
  log_key: z.string(),
  vault: hexSchema,
  wallet: hexSchema,
  kind: z.enum(['deposit', 'withdrawal', 'transfer']),
  assets: bigintTextSchema,
  shares: bigintTextSchema,
  transaction_hash: hexSchema,
  block: z.int(),
  block_hash: hexSchema,
  block_ms: z.int(),
  state: z.enum(['pending', 'posted']),
  vault_transaction_id: z.nullable(z.string()),
  worth: bigintTextSchema,
  /** For a transfer between two recorded wallets: the other wallet and the key of its event. Otherwise null. */
  peer: z.nullable(z.object({ wallet: hexSchema, log_key: z.string() })),
  /** Number of the event among the position's events of the same type, from 1. */
  number: z.int(),
});
/** A vault event for one wallet that is recorded as pending or posted. */
export type RecordedLog = z.output<typeof recordedLogSchema>;

function logItemKeyOf(chain: string, { block, log_key: log }: Pick<RecordedLog, 'block' | 'log_key'>) {
  return ITEMS.chainLog.key({ chain, block: formatSequence(block), log });
}

/**
 * Returns the write that stores a vault event. The write fails if the event is not in the state `stateBefore`
 * (undefined: not stored yet).
 */
export function buildLogRecordingWrite(
  chain: string,
  log: RecordedLog,
  stateBefore: RecordedLog['state'] | undefined,
): Write {
  const { assets, shares, worth } = log;
  const amountTexts = { assets: String(assets), shares: String(shares), worth: String(worth) };
  const Item = { ...logItemKeyOf(chain, log), ...log, ...amountTexts };
  if (stateBefore === undefined) return { Put: { Item, ConditionExpression: 'attribute_not_exists(pk)' } };
  return { Put: { Item, ...buildStateCondition(stateBefore) } };
}

/**
 * Returns the write that deletes a vault event whose block is no longer canonical. The position's journal
 * keeps its entries.
 */
export function buildLogDeletionWrite(chain: string, log: RecordedLog): Write {
  return { Delete: { Key: logItemKeyOf(chain, log), ...buildStateCondition(log.state) } };
}

function buildStateCondition(state: RecordedLog['state']) {
  return {
    ConditionExpression: '#state = :state',
    ExpressionAttributeNames: { '#state': 'state' },
    ExpressionAttributeValues: { ':state': state },
  };
}

/** Returns the recorded vault events of a chain, from a block number (inclusive) on. */
export async function readRecordedLogs(
  table: Table,
  chain: string,
  fromBlock: number,
): Promise<RecordedLog[]> {
  const key = ITEMS.chainLog.key({ chain, block: formatSequence(fromBlock), log: '' });
  const items = await queryFromKey(table, key);
  return items.map((item) => recordedLogSchema.parse(item));
}

/** Returns the recorded vault events with the given keys (`log_key`), by key. Missing events are left out. */
export async function readLogsByKey(
  table: Table,
  chain: string,
  logReferences: readonly Pick<RecordedLog, 'block' | 'log_key'>[],
): Promise<ReadonlyMap<string, RecordedLog>> {
  const keys = logReferences.map((logReference) => logItemKeyOf(chain, logReference));
  const items = await batchGet(table, keys, { consistent: true });
  return new Map(items.map((item) => recordedLogSchema.parse(item)).map((log) => [log.log_key, log]));
}

const checkpointSchema = z.object({ block: z.int(), genesis: hexSchema });
/**
 * The watcher's progress on a chain. All events up to and including `block` are recorded and final. `genesis`
 * is the hash of the chain's first block.
 */
export type Checkpoint = z.infer<typeof checkpointSchema>;

/**
 * Returns the watcher's stored progress on a chain. Returns undefined if the watcher has not run on the chain
 * yet.
 */
export async function readCheckpoint(table: Table, chain: string): Promise<Checkpoint | undefined> {
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key: ITEMS.watcher.key({ chain }), ConsistentRead: true }),
  );
  return item === undefined ? undefined : checkpointSchema.parse(item);
}

export async function putCheckpoint(table: Table, chain: string, checkpoint: Checkpoint): Promise<void> {
  await write(table, { Put: { Item: withDigest({ ...ITEMS.watcher.key({ chain }), ...checkpoint }) } });
}

/** Deletes the watcher's progress on a chain. The watcher's next run then starts as on a new chain. */
export async function deleteCheckpoint(table: Table, chain: string): Promise<void> {
  await write(table, { Delete: { Key: ITEMS.watcher.key({ chain }) } });
}
