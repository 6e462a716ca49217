import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { vaultPositionIdOf } from '../../../shared/investments/domain/ids/investment-id.ts';
import {
  countActiveInvestments,
  getInvestment,
  listInvestments,
} from '../../../shared/investments/investments.ts';
import { listHistory } from '../../../shared/investments/reports/history.ts';
import { readPortfolio } from '../../../shared/investments/reports/portfolio.ts';
import { readStatement } from '../../../shared/investments/reports/statement.ts';
import { getTransaction } from '../../../shared/investments/transactions/get-transaction.ts';
import { verifyChainItems } from '../../../shared/investments/verify/verify-chain.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { formatSequence, ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { PRICED_WHOLE_SHARES } from '../../../shared/strategies/domain/vault-figures.ts';
import { readVaultFigures, recordVaultFigures } from '../../../shared/strategies/records.ts';
import { FollowedVaults, walletOf } from '../../support/chain/followed-vaults.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { buildLedgerDependencies, DAY_MS, Investor, publish, T0 } from '../../support/ledger.ts';
import { present } from '../../support/present.ts';

let engine: EmbeddedTable;
let table: Table;
beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());

const ACCOUNT = 'usr_a';
let followed: FollowedVaults;
beforeEach(async () => {
  table = await engine.another();
  followed = new FollowedVaults(table, ACCOUNT);
});

const NOW = new Date(T0 + 60 * DAY_MS);
const PER_PAGE = '100';
const list = async (query: Record<string, string> = {}, account = ACCOUNT) => {
  const parsedQuery = investments.list.query.parse({ per_page: PER_PAGE, ...query });
  const { data, pagination } = await listInvestments(table, account, parsedQuery, NOW);
  return { data: investments.list.response.parse(data), pagination };
};
const history = async (query: Record<string, string> = {}, account = ACCOUNT) => {
  const parsedQuery = investments.history.query.parse({ per_page: PER_PAGE, ...query });
  const { data, pagination } = await listHistory(table, account, parsedQuery);
  return { data: investments.history.response.parse(data), pagination };
};
const statement = async (account = ACCOUNT) => {
  const prices = async () => ({ priceOn: () => 1, asOf: null });
  const query = investments.statement.query.parse({ per_page: PER_PAGE });
  const { data } = await readStatement({ table, prices }, query, { account, now: NOW });
  return investments.statement.response.parse(data);
};
const portfolio = async () => {
  const prices = async () => ({ priceOf: () => 1, asOf: null });
  const { data } = await readPortfolio({ table, prices }, { account: ACCOUNT, now: NOW });
  return investments.portfolio.response.parse(data);
};
/**
 * Stores an observed share price of a vault. `worth` is the value of one share in units of the asset. `days` is the
 * number of days between T0 and the observation.
 */
const price = async (strategyId: string, worth: number, days: number) => {
  const figures = {
    atMs: T0 + days * DAY_MS,
    block: days,
    price: PRICED_WHOLE_SHARES * BigInt(worth * 1_000_000),
    assets: 0n,
  };
  await recordVaultFigures(table, strategyId, [figures]);
  // The read is eventually consistent, so the price may appear later.
  await expect.poll(async () => (await readVaultFigures(table, strategyId)).at(-1)).toMatchObject(figures);
};

/** Creates a position with a deposit of 100, a withdrawal of 50 shares for 55, and a share price of 1.2. */
async function createHalfWithdrawnPosition() {
  const { id } = await publish(table);
  await price(id, 1.2, 20);
  const place = await followed.follow(id, walletOf(1));
  await followed.prove(walletOf(1));
  await followed.createEvent(place, { kind: 'deposit', assets: 100_000_000n, shares: 100_000_000n, days: 1 });
  await followed.createEvent(place, {
    kind: 'withdrawal',
    assets: -55_000_000n,
    shares: -50_000_000n,
    days: 10,
  });
  return { strategyId: id, place };
}

test('a vault position has the same figures in the list, the statement and the portfolio', async () => {
  const { strategyId, place } = await createHalfWithdrawnPosition();
  const { data } = await list();
  expect(data).toEqual([
    expect.objectContaining({
      ...{ id: vaultPositionIdOf(place), strategy_id: strategyId, strategy_name: `Test ${strategyId}` },
      ...{ settlement: 'onchain', status: 'active', value: '60', principal: '50', earned: '10' },
      ...{ earned_percent: 20, realized_earnings: '5', total_deposited: '100', total_withdrawn: '55' },
      ...{ created_at: new Date(T0 + DAY_MS).toISOString(), closed_at: null },
      updated_at: new Date(T0 + 10 * DAY_MS).toISOString(),
    }),
  ]);
  expect(data[0]?.onchain).toMatchObject({ chain_id: 8_453, shares: '50', pending_shares: '0' });
  const [line] = await statement();
  expect(data[0]).toMatchObject({
    ...{ id: line?.investment_id, value: line?.value, principal: line?.principal, earned: line?.earned },
    ...{ realized_earnings: line?.realized_earnings, total_withdrawn: line?.total_withdrawn },
  });
  const totals = { value_usd: 60, principal_usd: 50, earned_usd: 10, realized_earnings_usd: 5 };
  expect(await portfolio()).toMatchObject({ ...totals, investments: 1 });
  expect((await getInvestment(table, ACCOUNT, vaultPositionIdOf(place), NOW)).data).toEqual(data[0]);
});

test('while the share price of a vault position is unknown, its value and its earnings are null', async () => {
  const { id } = await publish(table);
  const place = await followed.follow(id, walletOf(1));
  await followed.prove(walletOf(1));
  await followed.createEvent(place, { kind: 'deposit', assets: 7_000_000n, shares: 7_000_000n, days: 1 });
  const { data } = await list();
  expect(data).toMatchObject([{ value: null, earned: null, earned_percent: null, principal: '7' }]);
});

test('a vault position that was withdrawn completely is active again after another deposit', async () => {
  const { strategyId, place } = await createHalfWithdrawnPosition();
  await followed.createEvent(place, {
    kind: 'withdrawal',
    assets: -60_000_000n,
    shares: -50_000_000n,
    days: 30,
  });
  const query = { strategy_id: strategyId };
  expect((await list({ ...query, status: 'active' })).data).toEqual([]);
  const closed = { status: 'closed', value: '0', closed_at: new Date(T0 + 30 * DAY_MS).toISOString() };
  expect((await list({ ...query, status: 'closed' })).data).toMatchObject([closed]);
  expect(await countActiveInvestments(table, ACCOUNT)).toBe(0);
  await followed.createEvent(place, { kind: 'deposit', assets: 1_000_000n, shares: 800_000n, days: 40 });
  expect((await list(query)).data).toMatchObject([{ status: 'active', principal: '1', closed_at: null }]);
  expect(await countActiveInvestments(table, ACCOUNT)).toBe(1);
});

test('shares of an unproven wallet or of another account are not listed as an investment', async () => {
  const { id } = await publish(table);
  const [unproven, pending] = [
    await followed.follow(id, walletOf(1)),
    await followed.follow(id, walletOf(2)),
  ];
  await followed.prove(walletOf(2));
  const depositEvent = { kind: 'deposit', assets: 5n, shares: 5n, days: 1 } as const;
  await followed.createEvent(unproven, depositEvent);
  await followed.createEvent(pending, depositEvent, false);
  expect((await list()).data).toEqual([]);
  const why = { code: 'investment_not_found', message: expect.stringContaining('not proven') };
  const unprovenLookup = getInvestment(table, ACCOUNT, vaultPositionIdOf(unproven), NOW);
  await expect(unprovenLookup).rejects.toMatchObject(why);
  const { place } = await createHalfWithdrawnPosition();
  const find = (account: string, at: typeof place) =>
    getInvestment(table, account, vaultPositionIdOf(at), NOW);
  await followed.prove(walletOf(1));
  const found = () => find(ACCOUNT, unproven).then(({ data }) => data);
  // The read is eventually consistent, so the proof may appear later.
  await expect.poll(() => found().catch(() => undefined)).toMatchObject({ principal: '0.000005' });
  for (const [account, at] of [
    [ACCOUNT, pending],
    ['usr_b', place],
  ] as const) {
    await expect(find(account, at)).rejects.toMatchObject({ code: 'investment_not_found' });
  }
  expect((await list({}, 'usr_b')).data).toEqual([]);
  expect((await history({}, 'usr_b')).data).toEqual([]);
});

test('an account history shows requested, external and reversed transactions, but only of wallets that the account has proved', async () => {
  const { id } = await publish(table);
  const place = await followed.follow(id, walletOf(1));
  await followed.prove(walletOf(1));
  const unproven = await followed.follow(id, walletOf(2));
  await followed.ask('txn_ours', place, 5_000_000n);
  await followed.ask('txn_theirs', place, 6_000_000n, 'usr_b');
  const createDepositEvent = (assets: bigint, days: number, deep = true) =>
    followed.createEvent(place, { kind: 'deposit', assets, shares: assets, days }, deep);
  await createDepositEvent(5_000_000n, 1);
  await createDepositEvent(6_000_000n, 2);
  await followed.createEvent(place, { kind: 'transfer', shares: 2_000_000n, days: 3 });
  await followed.createEvent(place, { kind: 'transfer', shares: -1_000_000n, days: 4 });
  await createDepositEvent(7_000_000n, 5, false);
  await followed.createEvent(unproven, { kind: 'deposit', assets: 9n, shares: 9n, days: 5 });
  const historyOf = async (query: Record<string, string> = {}) =>
    (await history(query)).data.map(({ type, source, status, amount, onchain }) => [
      ...[type, source, status, amount, onchain?.shares],
    ]);
  const lines = [
    ['deposit', 'external', 'included', '7', '7'],
    ['transfer_out', 'external', 'confirmed', '1', '1'],
    ['transfer_in', 'external', 'confirmed', '2', '2'],
    // Another account requested this deposit. This account cannot see that request, so the source of the event is
    // `external`.
    ['deposit', 'external', 'confirmed', '6', '6'],
    ['deposit', 'transaction', 'confirmed', '5', '5'],
  ];
  expect(await historyOf()).toEqual(lines);
  expect(await historyOf({ type: 'transfer_in' })).toEqual([lines[2]]);
  expect(await historyOf({ type: 'adjustment' })).toEqual([]);
  const between = { from: '2026-01-03', to: '2026-01-04' };
  expect(await historyOf(between)).toEqual(lines.slice(2, 4));
  expect(await historyOf({ ...between, type: 'deposit' })).toEqual([lines[3]]);
  expect(await historyOf({ user_id: 'bea' })).toEqual([]);
  expect(await historyOf({ strategy_id: 'strat_none' })).toEqual([]);
  const ids = (await history()).data.map(({ id: each }) => each);
  expect(ids.at(-1)).toBe('txn_ours');
  expect(new Set(ids).size).toBe(ids.length);
  for (const external of (await history()).data.slice(0, 4)) {
    expect((await getTransaction(table, ACCOUNT, external.id)).data).toEqual(external);
    await expect(getTransaction(table, 'usr_b', external.id)).rejects.toMatchObject({
      code: 'transaction_not_found',
    });
  }
  await followed.orphan();
  // The blocks of the events were replaced. The history shows these events with the status `reversed` and no longer
  // links an event to a requested transaction.
  expect((await history()).data.map(({ status, source }) => [status, source])).toEqual(
    lines.map(() => ['reversed', 'external']),
  );
  expect((await list()).data).toEqual([]);
});

test('the ledger verification reports a vault event that is missing or has a wrong status in the history', async () => {
  const { place } = await createHalfWithdrawnPosition();
  const found = async () => (await verifyChainItems(table)).differences.map(({ what }) => what);
  expect(await found()).toEqual([]);
  const Key = ITEMS.chainEvent.key({ ...place, type: 'deposit', number: formatSequence(1) });
  const failed = { UpdateExpression: 'SET #s = :s', ExpressionAttributeNames: { '#s': 'status' } };
  const ExpressionAttributeValues = { ':s': 'reversed' };
  await table.client.send(
    new UpdateCommand({ TableName: table.name, Key, ...failed, ExpressionAttributeValues }),
  );
  expect(await found()).toEqual(['deposit.0.status']);
  await table.client.send(new DeleteCommand({ TableName: table.name, Key }));
  expect(await found()).not.toEqual([]);
});

const step = fc.record({
  kind: fc.constantFrom('books', 'deposit', 'deposit', 'withdrawal', 'transfer', 'orphan'),
  who: fc.nat(3),
  strategy: fc.nat(1),
  units: fc.integer({ min: 1, max: 9 }),
  days: fc.integer({ min: 0, max: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/**
 * Applies random events to four wallets of an account in two strategies. The account has not proved the last wallet.
 */
async function applyEvents(steps: readonly Step[], account: string): Promise<void> {
  const ids = [await publish(table, { min_deposit: 0 }), await publish(table, { min_deposit: 0 })];
  for (const { id } of ids) await price(id, 1.1, 5);
  for (const who of [0, 1, 2]) await followed.prove(walletOf(who));
  const held = new Map<string, bigint>();
  let days = 0;
  for (const { kind, who, strategy, units, days: later } of steps) {
    days += later;
    const userId = who % 2 === 0 ? null : 'bea';
    const { id } = present(ids[strategy]);
    const amount = BigInt(units) * 1_000_000n;
    if (kind === 'orphan') {
      await followed.orphan();
      held.clear();
    } else if (kind === 'books') {
      const books = new Investor(account, buildLedgerDependencies(table), userId ?? undefined);
      books.nowMs = T0 + days * DAY_MS;
      await books.deposit(id, String(units));
    } else {
      const place = await followed.follow(id, walletOf(who), userId);
      const key = vaultPositionIdOf(place);
      const there = held.get(key) ?? 0n;
      const shares = kind === 'withdrawal' ? -(there < amount ? there : amount) : amount;
      if (shares === 0n) continue;
      held.set(key, there + shares);
      await followed.createEvent(
        place,
        { kind, assets: kind === 'transfer' ? 0n : shares, shares, days },
        units > 1,
      );
    }
  }
}

interface Paged<T> {
  readonly data: readonly T[];
  readonly pagination: { readonly total: number };
}

/** Returns all items of a list. Checks that the pages with `size` items together contain the same items. */
async function allPages<T>(ask: (query: Record<string, string>) => Promise<Paged<T>>, size: number) {
  const { data, pagination } = await ask({});
  expect(pagination.total).toBe(data.length);
  const read: T[] = [];
  for (let page = 1; (page - 1) * size < data.length; page += 1) {
    read.push(...(await ask({ page: String(page), per_page: String(size) })).data);
  }
  expect(read).toEqual(data);
  return data;
}

/** Checks that each item occurs once: those of the account first, then those of end users, each newest first. */
function expectUniqueAndSorted(
  all: readonly { id: string; user_id: string | null; created_at: string }[],
): void {
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  const own = all.filter(({ user_id }) => user_id === null);
  expect(all.slice(0, own.length)).toEqual(own);
  for (const part of [own, all.slice(own.length)]) {
    const times = part.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().reverse());
  }
}

test('after random sandbox and vault events, paging returns each investment and history item once', async () => {
  const EVENTS = ['deposit', 'withdrawal', 'transfer_in', 'transfer_out', 'rebase'];
  let run = 0;
  const holds = async (steps: Step[], size: number) => {
    run += 1;
    table = await engine.another();
    const account = `usr_random_${run}`;
    followed = new FollowedVaults(table, account);
    await applyEvents(steps, account);
    const listed = await allPages((query) => list(query, account), size);
    const entries = await allPages((query) => history(query, account), size);
    expectUniqueAndSorted(listed);
    expectUniqueAndSorted(entries);
    const pagesPerType = await Promise.all(EVENTS.map((type) => history({ type }, account)));
    expect(pagesPerType.flatMap(({ data }) => data)).toHaveLength(entries.length);
    const figures = <T extends object>(all: readonly T[], id: (each: T) => string) =>
      new Map(all.map((each) => [id(each), each]));
    const lines = figures(await statement(account), ({ investment_id }) => investment_id);
    expect(lines.size).toBe(listed.length);
    for (const { id, value, principal, earned, realized_earnings, total_deposited } of listed) {
      const same = { value, principal, earned, realized_earnings, total_deposited };
      expect(lines.get(id)).toMatchObject(same);
    }
    const oldestFirstPage = await list({ sort: 'created_at', order: 'asc' }, account);
    expect(oldestFirstPage.data).toHaveLength(listed.length);
    expect((await verifyChainItems(table)).differences).toEqual([]);
  };
  const steps = fc.array(step, { minLength: 8, maxLength: 20 });
  const perPage = fc.integer({ min: 1, max: 7 });
  await fc.assert(fc.asyncProperty(steps, perPage, holds), { numRuns: 3 });
});
