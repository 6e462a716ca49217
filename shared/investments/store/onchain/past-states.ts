import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { withDigest } from '../../../platform/dynamodb/item-digest.ts';
import { queryAll } from '../../../platform/dynamodb/query-all.ts';
import { fixedPrefixOf, formatSequence, ITEMS } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import type { VaultPositionKey } from '../../domain/onchain/chain-balance.ts';
import type { ChainEntry } from '../../domain/onchain/entry.ts';
import { replayVaultStatesByTime, type VaultPositionState } from '../../domain/reports/vault-replay.ts';
import { parseVaultState, storedVaultStateSchema, toVaultStateAttributes } from './vault-state.ts';

/**
 * Maximum number of stored states that are rewritten together with the new states. All these writes are part of one
 * DynamoDB transaction, which can have at most 100 writes.
 */
const REWRITTEN_STATES_MAX = 7;

const stateItemSchema = z.object({ sk: z.string(), state: storedVaultStateSchema });
const replayRangeSchema = z.object({ from_ms: z.int(), to_ms: z.int() });
/**
 * A time range in which the stored past states of a position are outdated. Both ends are inclusive. For this range,
 * reports compute the states from the journal.
 */
export type ReplayRange = z.infer<typeof replayRangeSchema>;

const STATE_KEY_PREFIX = fixedPrefixOf(ITEMS.chainStanding.template.sk);
const pastStateKey = ({ chain, vault, wallet }: VaultPositionKey, atMs: number) =>
  ITEMS.chainStanding.key({ chain, vault, wallet, at: formatSequence(atMs) });
const stateTimeMsOf = (sk: string) => Number(sk.slice(STATE_KEY_PREFIX.length));

/**
 * Returns the time range for which a position's journal must be replayed, because stored states are outdated.
 * Returns undefined if all stored states are valid.
 */
export async function readReplayRange(
  table: Table,
  { chain, vault, wallet }: VaultPositionKey,
): Promise<ReplayRange | undefined> {
  const Key = ITEMS.chainReplay.key({ chain, vault, wallet });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return item === undefined ? undefined : replayRangeSchema.parse(item);
}

/** The changes that new entries make to the past states of a position. */
export interface PastStateChanges {
  /** Confirmed entries in order, each with the state after it. */
  readonly confirmed: readonly {
    readonly entry: ChainEntry;
    readonly state: VaultPositionState | undefined;
  }[];
  /** The whole journal, including the new entries. Undefined if all stored states remain valid. */
  readonly journal: readonly ChainEntry[] | undefined;
  /** Time of the last confirmed event before the new entries, in epoch milliseconds. */
  readonly lastAtMs: number;
}

/**
 * Returns the writes that store a position's past states after new entries. If the entries make too many existing
 * states outdated, these states are not rewritten. The writes then store the time range of the outdated states, for
 * which reports read the journal.
 */
export async function buildPastStateWrites(
  table: Table,
  vaultPosition: VaultPositionKey,
  { confirmed, journal, lastAtMs }: PastStateChanges,
): Promise<Write[]> {
  const momentsMs = confirmed.map(({ entry }) => entry.effectiveAtMs);
  if (momentsMs.length === 0) return [];
  const buildPastStateWrite = (atMs: number, state: VaultPositionState): Write => ({
    Put: { Item: { ...pastStateKey(vaultPosition, atMs), state: toVaultStateAttributes(state) } },
  });
  const latestStateByTimeMs = new Map(
    confirmed.flatMap(({ entry, state }) => (state === undefined ? [] : [[entry.effectiveAtMs, state]])),
  );
  if (journal === undefined)
    return [...latestStateByTimeMs].map(([atMs, state]) => buildPastStateWrite(atMs, state));
  const fromMs = Math.min(...momentsMs);
  const stateByTimeMs = replayVaultStatesByTime(journal, fromMs);
  const removedMomentsMs = new Set(momentsMs.filter((atMs) => !stateByTimeMs.has(atMs)));
  const deleteWrites = [...removedMomentsMs].map(
    (atMs): Write => ({ Delete: { Key: pastStateKey(vaultPosition, atMs) } }),
  );
  const newMomentsMs = new Set(momentsMs);
  if (stateByTimeMs.size <= newMomentsMs.size + REWRITTEN_STATES_MAX) {
    return [...deleteWrites, ...[...stateByTimeMs].map(([atMs, state]) => buildPastStateWrite(atMs, state))];
  }
  const previousReplayRange = await readReplayRange(table, vaultPosition);
  const lastStateTimeMs = [...stateByTimeMs.keys()].at(-1);
  const { chain, vault, wallet } = vaultPosition;
  const range = {
    from_ms: Math.min(fromMs, previousReplayRange?.from_ms ?? fromMs),
    to_ms: Math.max(lastAtMs, ...momentsMs, previousReplayRange?.to_ms ?? lastAtMs),
  };
  return [
    ...deleteWrites,
    // Store the last state too, because it is the position's state at every later time.
    ...[...stateByTimeMs]
      .filter(([atMs]) => newMomentsMs.has(atMs) || atMs === lastStateTimeMs)
      .map(([atMs, state]) => buildPastStateWrite(atMs, state)),
    { Put: { Item: withDigest({ ...ITEMS.chainReplay.key({ chain, vault, wallet }), ...range }) } },
  ];
}

/**
 * Returns the last state of a position before a moment, and the time of this state. Returns undefined if no
 * event was confirmed before the moment.
 */
export async function readStateBefore(
  table: Table,
  vaultPosition: VaultPositionKey,
  momentMs: number,
): Promise<{ readonly atMs: number; readonly state: VaultPositionState } | undefined> {
  const { pk } = pastStateKey(vaultPosition, 0);
  const { Items: [latestStateItem] = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':pk': pk,
        ':first': pastStateKey(vaultPosition, 0).sk,
        ':last': pastStateKey(vaultPosition, Math.max(0, momentMs - 1)).sk,
      },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: 1,
    }),
  );
  if (latestStateItem === undefined) return undefined;
  const { sk, state } = stateItemSchema.parse(latestStateItem);
  return { atMs: stateTimeMsOf(sk), state: parseVaultState(state) };
}

/** Returns all stored past states of a position, by their time in epoch milliseconds. */
export async function readAllPastStates(
  table: Table,
  vaultPosition: VaultPositionKey,
): Promise<ReadonlyMap<number, VaultPositionState>> {
  const items = await queryAll(table, { ...pastStateKey(vaultPosition, 0), sk: STATE_KEY_PREFIX });
  return new Map(
    items
      .map((item) => stateItemSchema.parse(item))
      .map(({ sk, state }) => [stateTimeMsOf(sk), parseVaultState(state)]),
  );
}
