import { QueryCommand, type QueryCommandOutput } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import type { Table } from '../../platform/dynamodb/client.ts';
import { queryAll, scanPages } from '../../platform/dynamodb/query-all.ts';
import { ITEMS, partitionPrefix, sequenceText } from '../../platform/dynamodb/table.ts';
import type { Entry } from '../domain/books.ts';
import { entryCodec } from '../domain/encoding/codec.ts';
import { type KeptPosition, positionCodec } from '../domain/encoding/position-codec.ts';
import { type Listed, unpackEntries } from '../domain/lists/streams.ts';

const keys = z.object({ pk: z.string(), sk: z.string() });

const OWNER_PREFIX = ITEMS.ledgerHead.key({ owner: '' }).pk;
const ACCOUNT_PREFIX = ITEMS.ledgerUserCount.key({ account: '' }).pk;
const STANDINGS_PREFIX = partitionPrefix(ITEMS.ledgerStandings);
const STRATEGY_PREFIX = ITEMS.strategyLedger.key({ id: '' }).pk;

/** A part of a pool may hold nothing but the word that deposits are stopped: that is no trace of money. */
const HAS_MOVED =
  '(attribute_exists(deposits) OR attribute_exists(withdrawals) OR attribute_exists(shares_0))';

/**
 * Everybody and everything that has a trace in the ledger. It scans the whole table, so that even what no other item
 * points to is found: for operators, never for requests.
 */
export async function findLedgers(table: Table): Promise<{
  owners: ReadonlySet<string>;
  /** Accounts of which some users are known or counted. */
  accounts: ReadonlySet<string>;
  /** Owners whose past balances are stored for reports. */
  reported: ReadonlySet<string>;
  strategies: ReadonlySet<string>;
}> {
  const owners = new Set<string>();
  const accounts = new Set<string>();
  const reported = new Set<string>();
  const strategies = new Set<string>();
  const pages = scanPages(table, {
    ProjectionExpression: 'pk, sk',
    FilterExpression: `begins_with(pk, :owner) OR begins_with(pk, :account) OR begins_with(pk, :standings) OR (begins_with(pk, :strategy) AND (sk = :state OR begins_with(sk, :index) OR (begins_with(sk, :pool) AND ${HAS_MOVED})))`,
    ExpressionAttributeValues: {
      ':owner': OWNER_PREFIX,
      ':account': ACCOUNT_PREFIX,
      ':standings': STANDINGS_PREFIX,
      ':strategy': STRATEGY_PREFIX,
      ':state': ITEMS.strategyLedger.key({ id: '' }).sk,
      ':pool': ITEMS.strategyPool.key({ id: '', shard: '' }).sk,
      ':index': ITEMS.strategyIndex.key({ id: '', number: '' }).sk,
    },
  });
  for await (const items of pages) {
    for (const item of items) {
      const { pk } = keys.parse(item);
      if (pk.startsWith(OWNER_PREFIX)) owners.add(pk.slice(OWNER_PREFIX.length));
      else if (pk.startsWith(STANDINGS_PREFIX)) reported.add(pk.slice(STANDINGS_PREFIX.length));
      else if (pk.startsWith(ACCOUNT_PREFIX)) accounts.add(pk.slice(ACCOUNT_PREFIX.length));
      else strategies.add(pk.slice(STRATEGY_PREFIX.length));
    }
  }
  return { owners, accounts, reported, strategies };
}

/** An owner's entries in order, from entry `first` on, page by page. */
export async function* walkJournal(table: Table, ownerId: string, first: number): AsyncGenerator<Entry> {
  const { pk, sk } = ITEMS.ledgerEntry.key({ owner: ownerId, sequence: sequenceText(first) });
  const prefix = ITEMS.ledgerEntry.key({ owner: ownerId, sequence: '' }).sk;
  let start: Record<string, unknown> | undefined;
  do {
    const page: QueryCommandOutput = await table.client.send(
      new QueryCommand({
        TableName: table.name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':pk': pk, ':first': sk, ':last': `${prefix}~` },
        ConsistentRead: true,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    for (const item of page.Items ?? []) yield entryCodec.decode(item);
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
}

/** All positions of an owner, each with the ends of its streams. */
export async function readAllPositions(table: Table, ownerId: string): Promise<KeptPosition[]> {
  const items = await queryAll(table, ITEMS.ledgerPosition.key({ owner: ownerId, strategy: '' }));
  return items.map(positionCodec.decode);
}

/** Strategies of all of an owner's investments, in the order in which they were opened. */
export async function readAllOpened(table: Table, ownerId: string): Promise<string[]> {
  const items = await queryAll(table, ITEMS.ledgerOpened.key({ owner: ownerId, number: '' }));
  return items.map((item) => z.string().parse(item.strategy_id));
}

/** The blocks of each of an owner's streams by its name, in order, each with its number. */
export async function readAllBlocks(
  table: Table,
  ownerId: string,
): Promise<ReadonlyMap<string, { number: number; entries: readonly Listed[] }[]>> {
  const { pk, sk } = ITEMS.ledgerStream.key({ owner: ownerId, stream: '', block: '' });
  const prefix = sk.slice(0, -1);
  const found = new Map<string, { number: number; entries: readonly Listed[] }[]>();
  for (const item of await queryAll(table, { pk, sk: prefix })) {
    const text = String(item.sk).slice(prefix.length);
    const name = text.slice(0, -(sequenceText(0).length + 1));
    const number = Number(text.slice(name.length + 1));
    const entries = unpackEntries(z.instanceof(Uint8Array).parse(item.entries));
    found.set(name, [...(found.get(name) ?? []), { number, entries }]);
  }
  return found;
}
