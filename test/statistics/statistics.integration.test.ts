import { DeleteCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateUser } from '../../shared/accounts/users.ts';
import { PLANS } from '../../shared/platform/contract/plans.ts';
import { ROLES } from '../../shared/platform/contract/scopes.ts';
import { batchPut } from '../../shared/platform/dynamodb/batch.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { JOBS } from '../../shared/service/jobs.ts';
import { countStates, FOLLOWED_PREFIXES, type ItemState } from '../../shared/statistics/counting.ts';
import { RebuildConflict, rebuildStatistics, verifyStatistics } from '../../shared/statistics/rebuild.ts';
import { readCounters } from '../../shared/statistics/store/counters.ts';
import { readGeneration, writeGeneration } from '../../shared/statistics/store/generation.ts';
import { stateOf } from '../../shared/statistics/stream-states.ts';
import { decideConnection } from '../../shared/wallets/administration.ts';
import { placeConnection } from '../../shared/wallets/connections.ts';
import { endKey, makeKey, makeUser, testAccounts } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { CALL_FAULTS, type Fault, FaultyNetwork } from '../support/engine/faulty.ts';
import { streamRecords } from '../support/engine/stream.ts';
import { DAY_MS, Investor, portsOf, publish, T0 } from '../support/ledger.ts';
import { addressOf, callerOf, connect } from '../support/wallets.ts';

/** The moment as of which everything is counted: all activity lies within the days before it. */
const NOW = new Date(T0 + 20 * DAY_MS);
const admin = callerOf('usr_admin', 'admin');

const CONNECTION = ITEMS.walletConnection.template.sk;

let engine: EmbeddedTable;

/** Users, keys, wallets and money in motion, in a fixed order that touches every kind of change. */
async function activity(table: Table): Promise<void> {
  const accounts = testAccounts(table);
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
    if (number % 5 === 1) await endKey(accounts, user.id, key.item.id, NOW);
    const { id } = await connect(table, user.id, 'end-user', addressOf(number));
    if (number % 3 === 1) await decideConnection(table, id, { status: 'suspended' }, admin);
    if (number % 6 === 1) await decideConnection(table, id, { status: 'removed' }, admin);
    const investor = new Investor(user.id, portsOf(table));
    investor.nowMs = T0 + number * DAY_MS;
    for (const strategy of strategies) {
      const { investment } = await investor.deposit(strategy.id, `${100 + number}.5`);
      investor.nowMs += 3_600_000;
      if (number % 2 === 1) await investor.withdraw(investment.id, '0.25');
      if (number % 4 === 2) await investor.withdraw(investment.id, 'all');
    }
  }
  // Users whose items are gone: an operator's clean-up, or time to live.
  for (const userId of ['usr_gone1', 'usr_gone2']) {
    const Key = ITEMS.user.key({ userId });
    await table.client.send(
      new PutCommand({ TableName: table.name, Item: { ...Key, plan: 'pro', role: 'user' } }),
    );
    await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  }
}

/** What happened, as the stream tells it, and what it left in the table. */
let story: ItemState[];
let items: Record<string, unknown>[];

beforeAll(async () => {
  engine = await startTable();
  await activity(engine);
  story = (await streamRecords(engine)).map(stateOf);
  // Wallet connections are counted by the lists of all, where the stream's follower puts them.
  for (const { key, image } of story) {
    if (key.sk === CONNECTION && image !== undefined) await placeConnection(engine, [image]);
  }
  const { Items = [] } = await engine.client.send(
    new ScanCommand({ TableName: engine.name, ConsistentRead: true }),
  );
  items = Items;
});
afterAll(() => engine.stop());

/** A table of a test's own with the same items and no counters yet. */
async function copyOfTable(): Promise<EmbeddedTable> {
  const table = await engine.another();
  await batchPut(table, items);
  return table;
}

/**
 * The story as event source mappings deliver it: each of three shards in its own order, in batches, going back to an
 * earlier place now and then and on again from there, as after a failure.
 */
function redelivered(seed: number): ItemState[][][] {
  const shards: ItemState[][] = [[], [], []];
  for (const state of story) shards[state.key.pk.length % 3]?.push(state);
  const [jumps = []] = fc.sample(fc.array(fc.nat({ max: 40 }), { minLength: 200, maxLength: 200 }), {
    numRuns: 1,
    seed,
  });
  return shards.map((shard) => {
    const batches: ItemState[][] = [];
    for (let start = 0; start < shard.length; ) {
      const jump = jumps.pop() ?? 0;
      batches.push(shard.slice(start, start + 20));
      start = Math.max(0, start + 20 - (jump > 25 ? jump : 0));
    }
    return batches;
  });
}

/** Some of everything that a stream may do with its records: repeat them, hold them back, cut them anywhere. */
function disturbed(story: readonly ItemState[], seed: number): ItemState[][] {
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
  const batches: ItemState[][] = [];
  for (let size = 1; shuffled.length > 0; size = (size * 5 + seed) % 61)
    batches.push(shuffled.splice(0, size + 1));
  return batches;
}

async function expectExact(table: Table) {
  const { counters, differences } = await verifyStatistics(table, NOW);
  expect(differences).toEqual([]);
  expect(counters).toBeGreaterThan(40);
}

test('the job is woken by every kind of item that counts, by account events, intents, alerts and strategies, and by no other', () => {
  const [job] = JOBS.filter(({ id }) => id === 'service.follow-changes');
  expect(job?.trigger).toMatchObject({
    kind: 'stream',
    keyPrefixes: [...FOLLOWED_PREFIXES, 'ALERTS#', 'AUDIT#', 'INTENT#'].toSorted(),
    items: ['strategy', 'eventHead'],
  });
});

describe('the counters equal a recount', () => {
  test('after the stream was delivered once and in order', async () => {
    const table = await copyOfTable();
    for (let start = 0; start < story.length; start += 50)
      await countStates(table, story.slice(start, start + 50));
    await expectExact(table);
  });

  test.each([1, 2, 3, 4])(
    'after records were repeated, reordered and cut anywhere (seed %i)',
    async (seed) => {
      const table = await copyOfTable();
      for (const batch of disturbed(story, seed)) await countStates(table, batch);
      await expectExact(table);
    },
  );

  test('after several consumers counted overlapping batches at once', async () => {
    const table = await copyOfTable();
    const lanes = [11, 12, 13].map(async (seed) => {
      for (const batch of disturbed(story, seed)) await countStates(table, batch);
    });
    await Promise.all(lanes);
    await expectExact(table);
  });

  test('after lost, late and repeated calls, refusals and broken connections, each batch delivered until it was counted', async () => {
    const table = await copyOfTable();
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
    for (const batch of disturbed(story, 5)) {
      for (let delivered = false; !delivered; ) {
        const process = network.process(table, scripts.pop() ?? []);
        delivered = await countStates(process.table, batch).then(
          () => true,
          () => false,
        );
        if (!delivered) failures += 1;
      }
    }
    await network.deliverLate(true);
    expect(failures).toBeGreaterThan(5);
    await expectExact(table);
  });
});

test('delivering everything again changes no counter', async () => {
  const table = await copyOfTable();
  await countStates(table, story);
  const before = await readCounters(table, '0');
  for (const batch of disturbed(story, 9)) await countStates(table, batch);
  expect(await readCounters(table, '0')).toEqual(before);
});

describe('a rebuild', () => {
  async function spoil(table: Table) {
    const Key = ITEMS.statisticsGroup.key({ ledger: '0', group: 'USERS' });
    await table.client.send(
      new UpdateCommand({
        TableName: table.name,
        Key,
        UpdateExpression: 'ADD #name :some',
        ExpressionAttributeNames: { '#name': 'pro#user' },
        ExpressionAttributeValues: { ':some': 1_000 },
      }),
    );
  }

  test('mends counters that went wrong, and removes the ones it replaces', async () => {
    const table = await copyOfTable();
    await countStates(table, story);
    await spoil(table);
    expect((await verifyStatistics(table, NOW)).differences).toMatchObject([{ counter: 'USERS|pro#user' }]);
    const { generation, removed } = await rebuildStatistics(table, NOW);
    expect([generation, await readGeneration(table)]).toEqual([1, { current: 1 }]);
    expect(removed).toBeGreaterThan(0);
    expect([...(await readCounters(table, '0'))]).toEqual([]);
    await expectExact(table);
    await countStates(table, story);
    await expectExact(table);
  });

  test.each([31, 32, 33])(
    'counts right although changes go on being delivered, some of them again (seed %i)',
    async (seed) => {
      const table = await copyOfTable();
      const deliver = redelivered(seed).map(async (batches) => {
        for (const batch of batches) await countStates(table, batch);
      });
      await Promise.all([rebuildStatistics(table, NOW), ...deliver]);
      await expectExact(table);
    },
  );

  test('of two at once, or after one that was broken off, ends with counters that are right', async () => {
    const table = await copyOfTable();
    await writeGeneration(table, { current: 0 }, { current: 0, building: 1 });
    await countStates(table, story);
    const outcomes = await Promise.allSettled([rebuildStatistics(table, NOW), rebuildStatistics(table, NOW)]);
    const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failed.length).toBeLessThan(2);
    for (const { reason } of failed) expect(reason).toBeInstanceOf(RebuildConflict);
    await expectExact(table);
  });
});
