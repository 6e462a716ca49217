import { DeleteCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateUser } from '../../shared/accounts/users.ts';
import { PLANS } from '../../shared/platform/contract/plans.ts';
import { ROLES } from '../../shared/platform/contract/scopes.ts';
import { batchPut } from '../../shared/platform/dynamodb/batch.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { parseStreamRecord, type StreamChange } from '../../shared/platform/dynamodb/stream-change.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { JOBS } from '../../shared/service/jobs.ts';
import { addChangesToCounters, COUNTED_PARTITION_PREFIXES } from '../../shared/statistics/counting.ts';
import { recountStatistics } from '../../shared/statistics/recount.ts';
import { ITEM_COUNTERS_LEDGER, readCounters } from '../../shared/statistics/store/counters.ts';
import { changeConnectionStatus } from '../../shared/wallets/administration.ts';
import { updateConnectionLists } from '../../shared/wallets/connections.ts';
import { createAccountsContext, makeKey, makeUser, revokeKeyWithoutWebhooks } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { CALL_FAULTS, type Fault, FaultyNetwork } from '../support/engine/faulty.ts';
import { readStreamRecords } from '../support/engine/stream.ts';
import { buildLedgerDependencies, DAY_MS, Investor, publish, T0 } from '../support/ledger.ts';
import { addressOf, callerOf, connect } from '../support/wallets.ts';

/** Time at which the tests compute the statistics. It is later than all transactions. */
const NOW = new Date(T0 + 20 * DAY_MS);
const admin = callerOf('usr_admin', 'admin');

const CONNECTION = ITEMS.walletConnection.template.sk;

let engine: EmbeddedTable;

/** Creates users, keys, wallets and transactions in a fixed order that includes every type of change. */
async function activity(table: Table): Promise<void> {
  const accounts = createAccountsContext(table);
  const strategies = [
    await publish(table, { min_deposit: 0 }),
    await publish(table, { min_deposit: 0, asset: 'WBTC', underlying_assets: ['WBTC'], chain: 'ethereum' }),
  ];
  for (let number = 0; number < 12; number += 1) {
    const user = await makeUser(accounts, {
      plan: PLANS[number % 3] ?? 'free',
      role: ROLES[number % 2] ?? 'user',
    });
    if (number % 4 === 0) await updateUser(accounts, user.id, { plan: 'pro', role: 'user' }, NOW);
    const expiresMicros = number % 3 === 0 ? { expiresMicros: (T0 + number * 9 * DAY_MS) * 1_000 } : {};
    const key = await makeKey(accounts, user.id, expiresMicros);
    if (number % 5 === 1) await revokeKeyWithoutWebhooks(accounts, user.id, key.item.id, NOW);
    const { id } = await connect(table, user.id, 'end-user', addressOf(number));
    if (number % 3 === 1) await changeConnectionStatus(table, id, { status: 'suspended' }, admin);
    if (number % 6 === 1) await changeConnectionStatus(table, id, { status: 'removed' }, admin);
    const investor = new Investor(user.id, buildLedgerDependencies(table));
    investor.nowMs = T0 + number * DAY_MS;
    for (const strategy of strategies) {
      const { investment } = await investor.deposit(strategy.id, `${100 + number}.5`);
      investor.nowMs += 3_600_000;
      if (number % 2 === 1) await investor.withdraw(investment.id, '0.25');
      if (number % 4 === 2) await investor.withdraw(investment.id, 'all');
    }
  }
  // Users whose items were deleted by an operator or by their time to live.
  for (const userId of ['usr_gone1', 'usr_gone2']) {
    const Key = ITEMS.user.key({ userId });
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: { ...Key, plan: 'pro', role: 'user' } }),
    );
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  }
}

/** All changes in the table's stream, and the items in the table after these changes. */
let story: StreamChange[];
let items: Record<string, unknown>[];

beforeAll(async () => {
  engine = await startTable();
  await activity(engine);
  story = (await readStreamRecords(engine)).map(parseStreamRecord);
  // The statistics count wallet connections from the lists of all connections. In production, the stream follower
  // updates these lists.
  for (const { key, after } of story) {
    if (key.sk === CONNECTION && after !== undefined) await updateConnectionLists(engine, [after]);
  }
  const { Items = [] } = await engine.client.send(
    new ScanCommand({ TableName: engine.name, ConsistentRead: true }),
  );
  items = Items;
});
afterAll(() => engine.stop());

/** Creates a table that contains `items` but no counters. */
async function createTableWithItems(): Promise<EmbeddedTable> {
  const table = await engine.another();
  await batchPut(table, items);
  return table;
}

/** Returns stream changes with random repeats, delays and batch borders. */
function buildDisorderedBatches(story: readonly StreamChange[], seed: number): StreamChange[][] {
  const [choices = []] = fc.sample(
    fc.array(
      fc.record({
        place: fc.double({ min: 0, max: 1, noNaN: true }),
        copies: fc.integer({ min: 1, max: 3 }),
      }),
      {
        minLength: story.length,
        maxLength: story.length,
      },
    ),
    { numRuns: 1, seed },
  );
  const shuffled = story
    .flatMap((state, index) => {
      const { place = 0, copies = 1 } = choices[index] ?? {};
      return Array.from({ length: copies }, (_, copy) => ({ state, at: (place * 7 + copy * 0.37) % 1 }));
    })
    .toSorted((a, b) => a.at - b.at)
    .map(({ state }) => state);
  const batches: StreamChange[][] = [];
  for (let size = 1; shuffled.length > 0; size = (size * 5 + seed) % 61)
    batches.push(shuffled.splice(0, size + 1));
  return batches;
}

async function expectExactCounters(table: Table) {
  const { counters, differences } = await recountStatistics(table, NOW, async () => {});
  expect(differences).toEqual([]);
  expect(counters).toBeGreaterThan(40);
}

test('the job service.follow-changes receives only changes of items that it processes', () => {
  const [job] = JOBS.filter(({ id }) => id === 'service.follow-changes');
  expect(job?.trigger).toMatchObject({
    kind: 'stream',
    keyPrefixes: [...COUNTED_PARTITION_PREFIXES, 'ALERTS#', 'AUDIT#', 'VAULT_TRANSACTION#'].toSorted(),
    items: ['strategy', 'eventHead'],
  });
});

describe('the counters compared with a recount', () => {
  test('the counters equal a recount after the stream records were delivered once and in order', async () => {
    const table = await createTableWithItems();
    for (let start = 0; start < story.length; start += 50)
      await addChangesToCounters(table, story.slice(start, start + 50));
    await expectExactCounters(table);
  });

  test.each([1, 2, 3, 4])(
    'the counters equal a recount after stream records were repeated, reordered and split into any batches (seed %i)',
    async (seed) => {
      const table = await createTableWithItems();
      for (const batch of buildDisorderedBatches(story, seed)) await addChangesToCounters(table, batch);
      await expectExactCounters(table);
    },
  );

  test('the counters equal a recount after several concurrent consumers counted overlapping batches', async () => {
    const table = await createTableWithItems();
    const consumers = [11, 12, 13].map(async (seed) => {
      for (const batch of buildDisorderedBatches(story, seed)) await addChangesToCounters(table, batch);
    });
    await Promise.all(consumers);
    await expectExactCounters(table);
  });

  test('the counters equal a recount after lost, late, repeated and rejected database calls', async () => {
    const table = await createTableWithItems();
    const [scripts = []] = fc.sample(
      fc.array(
        fc.array(fc.oneof(fc.constant<Fault>('none'), fc.constantFrom<Fault[]>(...CALL_FAULTS)), {
          maxLength: 6,
        }),
        {
          minLength: 400,
          maxLength: 400,
        },
      ),
      { numRuns: 1, seed: 21 },
    );
    const network = new FaultyNetwork();
    let failures = 0;
    for (const batch of buildDisorderedBatches(story, 5)) {
      for (let delivered = false; !delivered; ) {
        const process = network.process(table, scripts.pop() ?? []);
        delivered = await addChangesToCounters(process.table, batch).then(
          () => true,
          () => false,
        );
        if (!delivered) failures += 1;
      }
    }
    await network.deliverLate(true);
    expect(failures).toBeGreaterThan(5);
    await expectExactCounters(table);
  });
});

test('delivering all stream records again changes no counter', async () => {
  const table = await createTableWithItems();
  await addChangesToCounters(table, story);
  const before = await readCounters(table, ITEM_COUNTERS_LEDGER);
  for (const batch of buildDisorderedBatches(story, 9)) await addChangesToCounters(table, batch);
  expect(await readCounters(table, ITEM_COUNTERS_LEDGER)).toEqual(before);
});

describe('a recount of the counters', () => {
  const counter = (group: string, name: string) => ({
    group,
    name,
    set: async (table: Table, by: number) => {
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: ITEMS.statisticsGroup.key({ ledger: ITEM_COUNTERS_LEDGER, group }),
          UpdateExpression: 'ADD #name :some',
          ExpressionAttributeNames: { '#name': name },
          ExpressionAttributeValues: { ':some': by },
        }),
      );
    },
  });
  const pro = counter('USERS', 'pro#user');
  const free = counter('USERS', 'free#user');
  const settle = async () => {};

  test('a recount corrects wrong and missing counters', async () => {
    const table = await createTableWithItems();
    const missed = story.filter(({ key }) => !key.sk.startsWith('JOURNAL#'));
    await addChangesToCounters(table, missed);
    await pro.set(table, 1_000);
    await counter('USERS', 'none#user').set(table, 3);
    const { differences } = await recountStatistics(table, NOW, settle);
    expect(differences.length).toBeGreaterThan(10);
    expect(differences.filter(({ corrected }) => !corrected)).toEqual([]);
    expect(differences).toContainEqual({
      counter: 'USERS|none#user',
      stored: '3',
      recounted: '0',
      corrected: true,
    });
    await expectExactCounters(table);
    // Repeated batches that were already counted change nothing.
    await addChangesToCounters(table, missed);
    await expectExactCounters(table);
  });

  test('a recount does not correct a counter that changes while the recount runs', async () => {
    const table = await createTableWithItems();
    await addChangesToCounters(table, story);
    for (const each of [pro, free]) await each.set(table, 5);
    const busy = await recountStatistics(table, NOW, () => pro.set(table, 1));
    expect(busy.differences.map(({ counter: name, corrected }) => [name, corrected])).toEqual([
      ['USERS|free#user', true],
      ['USERS|pro#user', false],
    ]);
    expect((await recountStatistics(table, NOW, settle)).differences).toMatchObject([
      { stored: expect.any(String), corrected: true },
    ]);
    await expectExactCounters(table);
  });

  test('a change that the stream delivers during a recount is not counted twice', async () => {
    const table = await createTableWithItems();
    const late = story.slice(-30);
    await addChangesToCounters(table, story.slice(0, -30));
    await recountStatistics(table, NOW, () => addChangesToCounters(table, late));
    await expectExactCounters(table);
  });
});
