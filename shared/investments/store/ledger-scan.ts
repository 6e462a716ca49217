import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll, type ScanVisitor, scanForVisitors } from '../../platform/dynamodb/query-all.ts';
import { formatSequence, ITEMS, keyPrefixesOf, partitionPrefixOf } from '../../platform/dynamodb/table.ts';
import { entryCodec } from '../domain/encoding/codec.ts';
import { positionCodec, type StoredPosition } from '../domain/encoding/position-codec.ts';
import type { LedgerEntry } from '../domain/ledger-entry.ts';
import { type StreamEntry, unpackEntries } from '../domain/lists/streams.ts';

const itemKeySchema = z.object({ pk: z.string(), sk: z.string() });

const OWNER_PREFIX = ITEMS.ledgerHead.key({ owner: '' }).pk;
const SUB_ACCOUNT_COUNT_PREFIX = ITEMS.ledgerUserCount.key({ account: '' }).pk;
const PAST_POSITIONS_PREFIX = partitionPrefixOf(ITEMS.ledgerStandings);
const STRATEGY_PREFIX = ITEMS.strategyLedger.key({ id: '' }).pk;

/**
 * Attributes of a pool shard that has had transactions. A shard without them exists only because deposits were stopped.
 */
const TRANSACTION_ATTRIBUTES = ['deposits', 'withdrawals', 'shares_0'] as const;

const POOL_KEY_PREFIXES = keyPrefixesOf(ITEMS.strategyPool);

/**
 * Collects all owners, accounts and strategies of the sandbox ledger during a table scan, even those to which no
 * other item refers.
 */
export class LedgerScan implements ScanVisitor {
  readonly keyPrefixes = [
    ...[OWNER_PREFIX, SUB_ACCOUNT_COUNT_PREFIX, PAST_POSITIONS_PREFIX].map((pk) => ({ pk, sk: '' })),
    ...[ITEMS.strategyLedger, ITEMS.strategyIndex].map(keyPrefixesOf),
    POOL_KEY_PREFIXES,
  ];
  readonly owners = new Set<string>();
  /** Accounts with stored data about sub-accounts. */
  readonly accounts = new Set<string>();
  readonly ownersWithPastPositions = new Set<string>();
  readonly strategies = new Set<string>();

  readonly visit = (item: Readonly<Record<string, unknown>>): void => {
    const { pk, sk } = itemKeySchema.parse(item);
    if (pk.startsWith(OWNER_PREFIX)) this.owners.add(pk.slice(OWNER_PREFIX.length));
    else if (pk.startsWith(PAST_POSITIONS_PREFIX))
      this.ownersWithPastPositions.add(pk.slice(PAST_POSITIONS_PREFIX.length));
    else if (pk.startsWith(SUB_ACCOUNT_COUNT_PREFIX))
      this.accounts.add(pk.slice(SUB_ACCOUNT_COUNT_PREFIX.length));
    else if (!sk.startsWith(POOL_KEY_PREFIXES.sk) || TRANSACTION_ATTRIBUTES.some((name) => name in item))
      this.strategies.add(pk.slice(STRATEGY_PREFIX.length));
  };
}

/** Scans the table for all ledgers. Only operators may use it; a request must not scan. */
export async function scanLedgers(table: Table): Promise<LedgerScan> {
  const ledgerScan = new LedgerScan();
  await scanForVisitors(table, [ledgerScan]);
  return ledgerScan;
}

/** Yields an owner's journal entries in order, from entry number `firstSequence` on. Reads one page at a time. */
export async function* iterateJournal(
  table: Table,
  ownerId: string,
  firstSequence: number,
): AsyncGenerator<LedgerEntry> {
  const { pk, sk } = ITEMS.ledgerEntry.key({ owner: ownerId, sequence: formatSequence(firstSequence) });
  const entryKeyPrefix = ITEMS.ledgerEntry.key({ owner: ownerId, sequence: '' }).sk;
  let start: Record<string, unknown> | undefined;
  do {
    const page: QueryCommandOutput = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': pk, ':first': sk, ':last': `${entryKeyPrefix}~` },
        ConsistentRead: true,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    for (const item of page.Items ?? []) yield entryCodec.decode(item);
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}

/** Returns all positions of an owner, each with its latest ledger entries. */
export async function readAllPositions(table: Table, ownerId: string): Promise<StoredPosition[]> {
  const items = await queryAll(table, ITEMS.ledgerPosition.key({ owner: ownerId, strategy: '' }));
  return items.map(positionCodec.decode);
}

/** Returns the strategy ids of all investments of an owner, in the order in which they were opened. */
export async function readInvestedStrategyIds(table: Table, ownerId: string): Promise<string[]> {
  const items = await queryAll(table, ITEMS.ledgerOpened.key({ owner: ownerId, number: '' }));
  return items.map((item) => z.string().parse(item.strategy_id));
}

/** Returns the full chunks of an owner's streams (lists of ledger entries), in order, by stream name. */
export async function readAllChunks(
  table: Table,
  ownerId: string,
): Promise<ReadonlyMap<string, { number: number; entries: readonly StreamEntry[] }[]>> {
  const { pk, sk } = ITEMS.ledgerStream.key({ owner: ownerId, stream: '', chunk: '' });
  const sortKeyPrefix = sk.slice(0, -1);
  const chunksByStream = new Map<string, { number: number; entries: readonly StreamEntry[] }[]>();
  for (const item of await queryAll(table, { pk, sk: sortKeyPrefix })) {
    const text = String(item.sk).slice(sortKeyPrefix.length);
    const name = text.slice(0, -(formatSequence(0).length + 1));
    const chunkNumber = Number(text.slice(name.length + 1));
    const entries = unpackEntries(z.instanceof(Uint8Array).parse(item.entries));
    chunksByStream.set(name, [...(chunksByStream.get(name) ?? []), { number: chunkNumber, entries }]);
  }
  return chunksByStream;
}
