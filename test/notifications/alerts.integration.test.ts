import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeHistory } from '../../shared/market/store/history.ts';
import {
  createAlert,
  deleteAlert,
  listAlerts,
  updateAlert,
} from '../../shared/notifications/alerts/alerts.ts';
import { alert as alertSchema } from '../../shared/notifications/contract/alerts/alert-responses.ts';
import type { AlertRequest } from '../../shared/notifications/domain/alert.ts';
import { type AccountEvent, readEventsAfter } from '../../shared/notifications/events.ts';
import { PLAN_LIMITS } from '../../shared/platform/contract/plans.ts';
import { dayOf } from '../../shared/platform/domain/days.ts';
import type { Principal } from '../../shared/platform/request.ts';
import { processChanges } from '../../shared/service/changes.ts';
import type { StrategyRecord } from '../../shared/strategies/contract/strategy-record.ts';
import { putStrategies } from '../../shared/strategies/store/strategies.ts';
import { createAccountsContext, makeKey, makeUser, NOW, principalWith } from '../support/accounts.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { createStreamReader, readStreamRecords } from '../support/engine/stream.ts';
import { buildLedgerDependencies, Investor, publish } from '../support/ledger.ts';
import { strategyRecordOf } from '../support/records.ts';

let table: EmbeddedTable;
let readNewStreamRecords: () => Promise<unknown[]>;
beforeAll(async () => {
  table = await startTable();
  readNewStreamRecords = createStreamReader(table);
});
afterAll(() => table.stop());

async function owner(): Promise<Principal> {
  const accounts = createAccountsContext(table);
  const user = await makeUser(accounts);
  return principalWith(user, (await makeKey(accounts, user.id)).item);
}

const wish = (principal: Principal, what: AlertRequest, idempotencyKey?: string) =>
  createAlert(table, what, { principal, now: NOW, idempotencyKey });
/** Waits until eventually consistent reads return the strategy, then creates an alert. */
async function make(principal: Principal, what: AlertRequest) {
  await table.settle();
  return alertSchema.parse((await wish(principal, what)).data);
}

const put = (changes: Partial<StrategyRecord>) => putStrategies(table, [strategyRecordOf(changes)]);

/** Processes the new stream records, as the job does. */
const follow = async () => processChanges(table, await readNewStreamRecords());

/** Sets the APY of a strategy to these values, and processes the stream after each. */
async function setApys(id: string, apys: readonly number[], changes: Partial<StrategyRecord> = {}) {
  for (const current_apy of apys) {
    await put({ id, current_apy, ...changes });
    await follow();
  }
}

async function eventsOf({ userId }: Principal, prefix = 'strategy.'): Promise<AccountEvent[]> {
  const { events } = await readEventsAfter(table, userId, 0, { limit: 1_000, now: new Date() });
  return events.filter(({ type }) => type.startsWith(prefix));
}
const ID = (digit: number) => `strat_90000000000000000000000${digit}`;

describe('an alert on one strategy', () => {
  test('an alert fires again only after the APY has recovered', async () => {
    const principal = await owner();
    await setApys(ID(1), [5.2]);
    const { id } = await make(principal, {
      kind: 'apy_below',
      target: 'strategy',
      strategy_id: ID(1),
      level: 5,
      cooldown_minutes: 0,
    });
    await setApys(ID(1), [4.9, 5.1, 4.95]);
    expect(await eventsOf(principal)).toMatchObject([
      {
        type: 'strategy.apy_below',
        account: principal.userId,
        data: { alert_id: id, strategy_id: ID(1), apy: 4.9, level: 5, chain: 'ethereum' },
      },
    ]);
    await setApys(ID(1), [5.3, 4.8]);
    expect((await eventsOf(principal)).map(({ data }) => data.apy)).toEqual([4.9, 4.8]);
  });

  test('an alert does not fire while it is paused or after it is deleted', async () => {
    const principal = await owner();
    const caller = { principal, now: NOW };
    await setApys(ID(2), [5.2]);
    const what = { kind: 'apy_below', target: 'strategy', strategy_id: ID(2), level: 5 } as const;
    const { id } = await make(principal, { ...what, paused: true, cooldown_minutes: 0 });
    await setApys(ID(2), [4.9, 5.5]);
    expect(await eventsOf(principal)).toEqual([]);
    await updateAlert(table, id, { paused: false, level: 4.5 }, caller);
    await setApys(ID(2), [4.8, 4.4, 6]);
    expect((await eventsOf(principal)).map(({ data }) => data.apy)).toEqual([4.4]);
    await deleteAlert(table, principal, id);
    await setApys(ID(2), [4.1]);
    expect(await eventsOf(principal)).toHaveLength(1);
    await expect(deleteAlert(table, principal, id)).rejects.toMatchObject({ code: 'alert_not_found' });
  });

  test('an alert on a fall of the APY uses the stored history of earlier days', async () => {
    const principal = await owner();
    const lastDay = dayOf(Date.parse(strategyRecordOf().as_of));
    const series = {
      firstDay: lastDay - 4,
      apy: Float32Array.of(9, 8, 7, 6),
      tvl: Float32Array.of(1, 1, 1, 1),
    };
    await writeHistory(table, [{ strategyId: ID(3), series }]);
    await setApys(ID(3), [6]);
    const what = { kind: 'apy_fell', target: 'strategy', strategy_id: ID(3), by: 2.5 } as const;
    await make(principal, { ...what, days: 2 });
    const wide = await make(principal, { ...what, days: 7, by: 3.5 });
    await setApys(ID(3), [5.5, 5.4]);
    expect(await eventsOf(principal)).toMatchObject([
      { data: { alert_id: wide.id, reference_apy: 9, apy: 5.5, change: -3.5, days: 7 } },
    ]);
  });

  test('an alert on a change of status, risk level or flags fires when the strategy changes in this way', async () => {
    const principal = await owner();
    await setApys(ID(4), [5]);
    for (const kind of ['unlisted', 'relisted', 'paused', 'risk_level_changed', 'flagged'] as const) {
      await make(principal, { kind, target: 'strategy', strategy_id: ID(4) });
    }
    await setApys(ID(4), [5], { status: 'paused' });
    await setApys(ID(4), [5], { status: 'unlisted' });
    await setApys(ID(4), [5]);
    await setApys(ID(4), [5], { risk_level: 'high' });
    await setApys(ID(4), [5], { risk_level: 'high', flags: ['stuck_rate'] });
    expect((await eventsOf(principal)).map(({ type }) => type)).toEqual([
      'strategy.paused',
      'strategy.unlisted',
      'strategy.relisted',
      'strategy.risk_level_changed',
      'strategy.flagged',
    ]);
  });
});

test('an alert on a filter also watches matching strategies that are listed after the alert was created', async () => {
  const principal = await owner();
  await setApys(ID(5), [6], { asset: 'DAI' });
  const filter = { asset: 'DAI', chain: 'base' };
  await make(principal, { kind: 'apy_below', target: 'filter', filter, level: 5 });
  const others: [number, Partial<StrategyRecord>][] = [
    [5, { asset: 'DAI' }],
    [6, { asset: 'DAI', chain: 'base' }],
    [7, { asset: 'DAI', chain: 'base', protocol: 'other' }],
    [8, { asset: 'USDT', chain: 'base' }],
  ];
  for (const [digit, changes] of others) await setApys(ID(digit), [6, 4], changes);
  expect((await eventsOf(principal)).map(({ data }) => data.strategy_id)).toEqual([ID(6), ID(7)]);
});

test('an alert on positions watches the strategies in which the account has a position', async () => {
  const principal = await owner();
  const record = await publish(table);
  const other = await publish(table);
  const investor = new Investor(principal.userId, buildLedgerDependencies(table));
  const { investment_id } = await investor.deposit(record.id, '100');
  await follow();
  await make(principal, { kind: 'apy_below', target: 'positions', level: 4, cooldown_minutes: 0 });
  await follow();
  await investor.deposit(other.id, '100');
  await follow();
  const fall = async ({ id }: StrategyRecord, apy: number) => {
    for (const current_apy of [apy, 6]) {
      await putStrategies(table, [{ ...record, id, current_apy }]);
      await follow();
    }
  };
  await fall(record, 3);
  await fall(other, 2);
  await investor.withdraw(investment_id, 'all');
  await follow();
  await fall(record, 1);
  expect((await eventsOf(principal)).map(({ data }) => data.apy)).toEqual([3, 2]);
});

test('an alert on deposits creates an event in addition to the event of the transaction', async () => {
  const principal = await owner();
  const record = await publish(table);
  const other = await publish(table);
  await table.settle();
  await make(principal, { kind: 'deposit_confirmed', target: 'strategy', strategy_id: record.id });
  const investor = new Investor(principal.userId, buildLedgerDependencies(table));
  await investor.deposit(record.id, '100');
  await investor.deposit(other.id, '50');
  await follow();
  expect((await eventsOf(principal, 'investment.')).map(({ data }) => data.amount)).toEqual(['100', '50']);
  expect((await eventsOf(principal, 'deposit.')).map(({ data }) => data.strategy_id)).toEqual([record.id]);
});

test('an alert does not fire again when stream records are repeated or reordered', async () => {
  const principal = await owner();
  await setApys(ID(9), [6]);
  await make(principal, {
    kind: 'apy_below',
    target: 'strategy',
    strategy_id: ID(9),
    level: 5,
    cooldown_minutes: 0,
  });
  await setApys(ID(9), [4, 6, 3]);
  const before = await eventsOf(principal, '');
  const records = await readStreamRecords(table);
  const half = Math.floor(records.length / 2);
  await processChanges(table, records.slice(half));
  await processChanges(table, records);
  expect(await eventsOf(principal, '')).toEqual(before);
  expect(before.filter(({ type }) => type === 'strategy.apy_below')).toHaveLength(2);
});

describe('the alerts of an account', () => {
  test('an account cannot have more alerts than the quota of its plan', async () => {
    const principal = await owner();
    const { maxAlerts: max } = PLAN_LIMITS.free;
    await put({ id: ID(1) });
    const what = { kind: 'unlisted', target: 'strategy', strategy_id: ID(1) } as const;
    const made = await Promise.allSettled(Array.from({ length: max + 3 }, () => make(principal, what)));
    const refused = made.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(3);
    await expect(make(principal, what)).rejects.toMatchObject({ code: 'alert_limit_reached' });
    expect(await listAlerts(table, principal, { page: 2, per_page: 8 })).toMatchObject({
      data: [{}, {}],
      pagination: { total: max },
      meta: { quota: { used: max, max } },
    });
    await follow();
    expect(await eventsOf(principal, 'quota.')).toMatchObject([
      { type: 'quota.reached', data: { quota: 'alerts', used: max, max, plan: 'free' } },
    ]);
  });

  test.each<[string, AlertRequest]>([
    ['on positions', { kind: 'apy_below', target: 'positions', level: 3 }],
    ['on failed deposits', { kind: 'deposit_failed', target: 'positions' }],
  ])('a key without investments:read cannot create or change an alert %s', async (_, what) => {
    const principal = await owner();
    const key = { ...principal, scopes: ['account:read', 'account:write'] as const };
    const forbidden = { code: 'forbidden', details: { required_scope: 'investments:read' } };
    await expect(async () => wish(key, what)).rejects.toMatchObject(forbidden);
    const { id } = await make(principal, what);
    const change = updateAlert(table, id, { paused: false }, { principal: key, now: NOW });
    await expect(change).rejects.toMatchObject(forbidden);
  });

  test('a repeated creation with the same idempotency key creates one alert', async () => {
    const principal = await owner();
    await put({ id: ID(1) });
    const what = { kind: 'unlisted', target: 'strategy', strategy_id: ID(1) } as const;
    const [first, second] = [await wish(principal, what, 'k'), await wish(principal, what, 'k')];
    expect(second).toMatchObject({ data: first.data, replayed: true });
    expect((await listAlerts(table, principal, { page: 1, per_page: 8 })).pagination?.total).toBe(1);
  });

  test.each<[string, AlertRequest, string]>([
    ['a numeric condition but no level', { kind: 'apy_below', target: 'positions' }, 'body.level'],
    [
      'a level for a condition without a number',
      { kind: 'paused', target: 'positions', level: 3 },
      'body.level',
    ],
    ['the target strategy but no strategy id', { kind: 'paused', target: 'strategy' }, 'body.strategy_id'],
    [
      'a strategy id for the target positions',
      { kind: 'paused', target: 'positions', strategy_id: ID(1) },
      'body.strategy_id',
    ],
    [
      'a filter that selects too many strategies',
      { kind: 'paused', target: 'filter', filter: { stablecoin: true } },
      'body.filter',
    ],
    [
      'a hysteresis that is not smaller than the change',
      { kind: 'apy_fell', target: 'positions', by: 1, hysteresis: 1 },
      'body.hysteresis',
    ],
    ['a fall of more than 100% of the TVL', { kind: 'tvl_fell', target: 'positions', by: 101 }, 'body.by'],
  ])('an alert with %s is rejected', (_, what, path) => {
    const make = () => wish({ ...PRINCIPAL }, what);
    expect(make).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        details: { issues: [{ path, message: expect.any(String) }] },
      }),
    );
  });
});

const PRINCIPAL: Principal = {
  credentialId: 'key_1',
  credentialHash: 'hash of key_1',
  createdAt: '2026-01-01T00:00:00.000Z',
  kind: 'api_key',
  userId: 'usr_1',
  role: 'user',
  scopes: [],
  plan: 'free',
};
