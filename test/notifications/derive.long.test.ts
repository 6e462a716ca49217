import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAlert } from '../../shared/notifications/alerts/alerts.ts';
import { deriveEvents, type ItemChange } from '../../shared/notifications/derive.ts';
import { type AccountEvent, readEventsAfter } from '../../shared/notifications/events.ts';
import { ITEMS } from '../../shared/platform/dynamodb/table.ts';
import { putStrategies } from '../../shared/strategies/store/strategies.ts';
import { createAccountsContext, makeKey, makeUser, NOW, principalWith } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { interceptCommands } from '../support/engine/intercept-commands.ts';
import { createRandomGenerator } from '../support/random.ts';
import { strategyRecordOf } from '../support/records.ts';

let table: EmbeddedTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const BATCH_SIZE = 200;
const AT_MS = NOW.getTime();

class Crash extends Error {}

/** Delivers a batch to a consumer that may crash at any call, until one run completes. */
async function deliver(batch: readonly ItemChange[], random: () => number): Promise<void> {
  for (;;) {
    let calls = random() < 0.5 ? Number.POSITIVE_INFINITY : Math.floor(random() * 120);
    const consumer = interceptCommands(table, () => {
      calls -= 1;
      if (calls < 0) throw new Crash();
    });
    try {
      await deriveEvents(consumer, batch);
      return;
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    }
  }
}

/**
 * Runs one consumer per shard, which processes the shard's batches in order. Sometimes a consumer repeats up to three
 * of its latest batches.
 */
async function deliverByShard(changes: readonly ItemChange[], shards: number, seed: number): Promise<void> {
  const shardOf = ({ key }: ItemChange) =>
    [...key.pk].reduce((sum, each) => sum + (each.codePointAt(0) ?? 0), 0) % shards;
  await Promise.all(
    [...Map.groupBy(changes, shardOf).values()].map(async (ofShard, shard) => {
      const random = createRandomGenerator(seed + shard);
      for (let start = 0; start < ofShard.length; start += BATCH_SIZE) {
        await deliver(ofShard.slice(start, start + BATCH_SIZE), random);
        if (random() < 0.3) start = Math.max(-BATCH_SIZE, start - BATCH_SIZE * Math.ceil(random() * 3));
      }
    }),
  );
}

/** Returns the changes of all items in random order. The changes of the same item keep their order. */
function interleaved(byItem: ItemChange[][], random: () => number): ItemChange[] {
  const rest = byItem.map((changes) => [...changes]);
  const order = byItem.flatMap((changes, item) => changes.map(() => item));
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other] ?? 0, order[last] ?? 0];
  }
  return order.flatMap((item) => rest[item]?.shift() ?? []);
}

async function readAllEvents(account: string): Promise<AccountEvent[]> {
  const all: AccountEvent[] = [];
  let [at, hasMore] = [0, true];
  while (hasMore) {
    const next = await readEventsAfter(table, account, at, { limit: 1_000, now: NOW });
    all.push(...next.events);
    [at, hasMore] = [next.through, next.hasMore];
  }
  return all;
}

const ACCOUNTS = 50;
const VAULT_TRANSACTION_COUNT = 2_500;
const VAULT_TRANSACTION_STATES = ['pending', 'confirmed', 'reversed', 'confirmed'];

function buildVaultTransactionChanges(number: number): ItemChange[] {
  const id = `txn_${number}`;
  const images = VAULT_TRANSACTION_STATES.map((state, index) => ({
    id,
    version: index + 1,
    owner_id: `usr_${number % ACCOUNTS}`,
    user_id: null,
    type: 'withdrawal',
    state,
    failure: null,
    strategy_id: 'strat_1',
    chain: 'base',
    vault: `0x${'1'.repeat(40)}`,
    wallet: `0x${'2'.repeat(40)}`,
    asset: 'USDC',
    decimals: 6,
    assets: '1000000',
    included: null,
  }));
  return images.map((after, index) => ({
    key: ITEMS.vaultTransaction.key({ id }),
    order: String(index).padStart(40, '0'),
    atMs: AT_MS,
    before: images[index - 1],
    after,
  }));
}

test('each event of 10,000 stream records is created once, even if stream records are repeated or reordered', async () => {
  const changes = interleaved(
    Array.from({ length: VAULT_TRANSACTION_COUNT }, (_, number) => buildVaultTransactionChanges(number)),
    createRandomGenerator(1),
  );
  await deliverByShard(changes, 3, 7);
  let total = 0;
  for (let number = 0; number < ACCOUNTS; number += 1) {
    const events = await readAllEvents(`usr_${number}`);
    total += events.length;
    expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1));
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    const eventsByTransactionId = Map.groupBy(events, ({ data }) => data.transaction_id);
    expect(eventsByTransactionId.size).toBe(VAULT_TRANSACTION_COUNT / ACCOUNTS);
    for (const transactionEvents of eventsByTransactionId.values()) {
      expect(transactionEvents.map(({ type }) => type).sort()).toEqual(
        VAULT_TRANSACTION_STATES.map((state) => `investment.${state}`).sort(),
      );
    }
  }
  expect(total).toBe(VAULT_TRANSACTION_COUNT * VAULT_TRANSACTION_STATES.length);
}, 600_000);

const STRATEGIES = 40;
const READING_COUNT = 60;
const APY_THRESHOLD = 5;
const HYSTERESIS = 0.5;

test('alerts fire at exactly the expected readings, despite crashes and repeated or reordered records', async () => {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  const principal = principalWith({ ...user, plan: 'enterprise' }, (await makeKey(accounts, user.id)).item);
  const enterprise = { ...principal, plan: 'enterprise' as const };
  const random = createRandomGenerator(3);
  const expected: string[] = [];
  const changesByItem: ItemChange[][] = [];
  for (let number = 0; number < STRATEGIES; number += 1) {
    const id = `strat_${String(number).padStart(24, '7')}`;
    const apys = Array.from({ length: READING_COUNT }, () => Math.round((4 + random() * 2) * 100) / 100);
    const images = apys.map((current_apy) => ({ ...strategyRecordOf({ id, current_apy }) }));
    await putStrategies(table, [strategyRecordOf({ id })]);
    const what = { kind: 'apy_below', target: 'strategy', strategy_id: id, level: APY_THRESHOLD } as const;
    const wish = { ...what, hysteresis: HYSTERESIS, cooldown_minutes: 0 };
    await createAlert(table, wish, { principal: enterprise, now: NOW, idempotencyKey: undefined });
    changesByItem.push(
      images.slice(1).map((after, index) => ({
        key: ITEMS.strategy.key({ id }),
        order: String(index).padStart(40, '0'),
        atMs: AT_MS + index * 1_000,
        before: images[index],
        after,
      })),
    );
    let [isFirst, isArmed] = [true, false];
    apys.slice(1).forEach((apy, index) => {
      if (isFirst) isArmed = (apys[index] ?? 0) >= APY_THRESHOLD;
      else if (apy >= APY_THRESHOLD + HYSTERESIS) isArmed = true;
      if (apy >= APY_THRESHOLD || !isArmed) return;
      expected.push(`${id} ${apy}`);
      [isFirst, isArmed] = [false, false];
    });
  }
  await deliverByShard(interleaved(changesByItem, random), 3, 11);
  const events = await readAllEvents(user.id);
  const firedAlerts = events.map(({ data }) => `${data.strategy_id} ${data.apy}`);
  expect(firedAlerts.sort()).toEqual(expected.sort());
  expect(firedAlerts.length).toBeGreaterThan(STRATEGIES * 3);
}, 600_000);
