import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../../platform/dynamodb/client.ts';
import { withDigest } from '../../../platform/dynamodb/item-digest.ts';
import { queryAll } from '../../../platform/dynamodb/query-all.ts';
import { fixedPart, ITEMS, sequenceText } from '../../../platform/dynamodb/table.ts';
import type { Write } from '../../../platform/dynamodb/transact.ts';
import type { ChainPlace } from '../../domain/onchain/books.ts';
import type { ChainEntry } from '../../domain/onchain/entry.ts';
import { type VaultState, vaultStatesBy } from '../../domain/reports/vault-track.ts';
import { stateFrom, stateItem, storedState } from './vault-state.ts';

/**
 * Limit of past states that one transaction rewrites besides those of its own entries. DynamoDB allows 100
 * writes.
 */
const REWRITTEN_MAX = 7;

const standing = z.object({ sk: z.string(), state: storedState });
const replay = z.object({ from_ms: z.int(), to_ms: z.int() });
/**
 * The times (inclusive) between which stored past states are outdated. Reports replay the journal for them
 * instead.
 */
export type Replay = z.infer<typeof replay>;

const PREFIX = fixedPart(ITEMS.chainStanding.template.sk);
const keyOf = ({ chain, vault, wallet }: ChainPlace, atMs: number) =>
  ITEMS.chainStanding.key({ chain, vault, wallet, at: sequenceText(atMs) });
const momentOf = (sk: string) => Number(sk.slice(PREFIX.length));

/**
 * The time range for which a position's past must be replayed from its journal; undefined if all stored
 * states are valid.
 */
export async function readReplay(
  table: Table,
  { chain, vault, wallet }: ChainPlace,
): Promise<Replay | undefined> {
  const Key = ITEMS.chainReplay.key({ chain, vault, wallet });
  const { Item: item } = await table.client.send(
    new GetCommand({ TableName: table.name, Key, ConsistentRead: true }),
  );
  return item === undefined ? undefined : replay.parse(item);
}

/** How new entries change the past states of a position. */
export interface BookedPast {
  /** Confirmed entries in order, each with the state after it. */
  readonly confirmed: readonly { readonly entry: ChainEntry; readonly state: VaultState | undefined }[];
  /** The whole journal including the new entries; undefined if no entry changes the past. */
  readonly journal: readonly ChainEntry[] | undefined;
  /** Time of the last event before these entries. */
  readonly lastAtMs: number;
}

/**
 * The writes that store a position's past states for new entries.
 * An entry after all others adds one state. An entry that changes the past also changes all later states. If
 * there are too many of them, the writes store a time range instead, and reports replay the journal for it.
 */
export async function standingWrites(
  table: Table,
  place: ChainPlace,
  { confirmed, journal, lastAtMs }: BookedPast,
): Promise<Write[]> {
  const moments = confirmed.map(({ entry }) => entry.effectiveAtMs);
  if (moments.length === 0) return [];
  const put = (atMs: number, state: VaultState): Write => ({
    Put: { Item: { ...keyOf(place, atMs), state: stateItem(state) } },
  });
  const latest = new Map(
    confirmed.flatMap(({ entry, state }) => (state === undefined ? [] : [[entry.effectiveAtMs, state]])),
  );
  if (journal === undefined) return [...latest].map(([atMs, state]) => put(atMs, state));
  const fromMs = Math.min(...moments);
  const states = vaultStatesBy(journal, fromMs);
  const gone = new Set(moments.filter((atMs) => !states.has(atMs)));
  const deletes = [...gone].map((atMs): Write => ({ Delete: { Key: keyOf(place, atMs) } }));
  const own = new Set(moments);
  if (states.size <= own.size + REWRITTEN_MAX) {
    return [...deletes, ...[...states].map(([atMs, state]) => put(atMs, state))];
  }
  const before = await readReplay(table, place);
  const last = [...states.keys()].at(-1);
  const { chain, vault, wallet } = place;
  const range = {
    from_ms: Math.min(fromMs, before?.from_ms ?? fromMs),
    to_ms: Math.max(lastAtMs, ...moments, before?.to_ms ?? lastAtMs),
  };
  return [
    ...deletes,
    // The last state also applies to every moment after that range.
    ...[...states]
      .filter(([atMs]) => own.has(atMs) || atMs === last)
      .map(([atMs, state]) => put(atMs, state)),
    { Put: { Item: withDigest({ ...ITEMS.chainReplay.key({ chain, vault, wallet }), ...range }) } },
  ];
}

/** The last state of a position before a moment, and its time. Undefined if nothing was confirmed before. */
export async function readStandingBefore(
  table: Table,
  place: ChainPlace,
  momentMs: number,
): Promise<{ readonly atMs: number; readonly state: VaultState } | undefined> {
  const { pk } = keyOf(place, 0);
  const { Items: [last] = [] } = await table.client.send(
    new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
      ExpressionAttributeValues: {
        ':pk': pk,
        ':first': keyOf(place, 0).sk,
        ':last': keyOf(place, Math.max(0, momentMs - 1)).sk,
      },
      ScanIndexForward: false,
      ConsistentRead: true,
      Limit: 1,
    }),
  );
  if (last === undefined) return undefined;
  const { sk, state } = standing.parse(last);
  return { atMs: momentOf(sk), state: stateFrom(state) };
}

/** All stored past states of a position, by time. */
export async function readAllStandingsOf(
  table: Table,
  place: ChainPlace,
): Promise<ReadonlyMap<number, VaultState>> {
  const items = await queryAll(table, { ...keyOf(place, 0), sk: PREFIX });
  return new Map(
    items.map((item) => standing.parse(item)).map(({ sk, state }) => [momentOf(sk), stateFrom(state)]),
  );
}
