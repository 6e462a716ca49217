import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { user } from '../../shared/accounts/contract/documentation.ts';
import { investments } from '../../shared/investments/contract/documentation.ts';
import { transactionResult } from '../../shared/investments/contract/responses.ts';
import { verifyLedger } from '../../shared/investments/verify/verify.ts';
import type { Route } from '../../shared/platform/contract/route.ts';
import { strategies as strategiesRoutes } from '../../shared/strategies/contract/documentation.ts';
import type { Strategy } from '../../shared/strategies/contract/responses.ts';
import type { Answer } from '../support/answer.ts';
import { type E2eStack, startE2e } from '../support/e2e/stack.ts';

let service: E2eStack;
let strategies: readonly Strategy[];

beforeAll(async () => {
  // These tests need only a small market.
  service = await startE2e({ catalogSize: 60 });
  const answer = await service.call(strategiesRoutes.list, {
    key: service.keys.pro,
    query: { asset: 'USDC', per_page: '100' },
  });
  strategies = answer.data.filter(({ asset }) => asset === 'USDC');
  expect(strategies.length).toBeGreaterThan(2);
});
afterAll(() => service.stop());

const at = (index: number) => strategies[index]?.id ?? '';

interface PostOptions {
  readonly key?: string;
  readonly idempotencyKey?: string;
}

function post<R extends Route>(route: R, body: unknown, { key, idempotencyKey }: PostOptions = {}) {
  const headers = idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey };
  return service.call(route, { key: key ?? service.keys.enterprise, body, headers });
}

const deposit = (index: number, amount: unknown, options?: PostOptions) =>
  post(investments.deposit, { strategy_id: at(index), amount }, options);
const withdraw = (investment_id: string, what: object, options?: PostOptions) =>
  post(investments.withdraw, { investment_id, ...what }, options);
/** Parses the result of a sandbox deposit, withdrawal or move. */
const booked = ({ data }: { data: unknown }) => transactionResult.parse(data);
type Query = Readonly<Record<string, string>>;
const get = <R extends Route>(route: R, query: Query = {}, key = service.keys.enterprise) =>
  service.call(route, { key, query });

describe('deposits and withdrawals over HTTP', () => {
  test('a client deposits, reads the investment, withdraws, and reads the history', async () => {
    const made = await deposit(0, '250.5');
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ success: true, meta: {}, data: { type: 'deposit', amount: '250.5' } });
    const { investment_id } = booked(made);
    const listed = await get(investments.list, { status: 'active' });
    expect(listed.body).toMatchObject({
      data: [{ id: investment_id, principal: '250.5', status: 'active' }],
      meta: { pagination: { total: 1, current_page: 1 } },
    });
    expect(Date.parse(listed.meta.as_of)).toBeGreaterThan(0);
    const half = await withdraw(investment_id, { amount: 100.25 });
    expect(half.data).toMatchObject({ type: 'withdrawal', amount: '100.25', status: 'confirmed' });
    const rest = await withdraw(investment_id, { all: true });
    expect(booked(rest).investment).toMatchObject({ status: 'closed', value: '0' });
    const history = await get(investments.history, { strategy_id: at(0), type: 'withdrawal' });
    expect(history.data.map(({ id }) => id)).toEqual([rest.data.id, half.data.id]);
    expect(history.meta.pagination.total).toBe(2);
  });

  test('the list of investments can be filtered by end user', async () => {
    const key = service.keys.admin;
    const body = (user_id: string | undefined) => ({ strategy_id: at(0), amount: '120', user_id });
    for (const user of ['bea', 'cy', undefined]) {
      const answer = await post(investments.deposit, body(user), { key });
      expect([answer.status, answer.data.user_id]).toEqual([201, user ?? null]);
    }
    const listUserIds = async (query?: Query) =>
      (await get(investments.list, query, key)).data.map(({ user_id }) => user_id);
    expect(await listUserIds()).toEqual([null, 'bea', 'cy']);
    expect(await listUserIds({ user_id: '' })).toEqual([null]);
    expect(await listUserIds({ user_id: 'cy' })).toEqual(['cy']);
    const total = async (query?: Query) => (await get(investments.portfolio, query, key)).data.investments;
    expect([await total(), await total({ user_id: 'bea' })]).toEqual([3, 1]);
    expect((await get(investments.history, { user_id: 'bea' }, key)).meta.pagination.total).toBe(1);
  });

  test('the list of sandbox transactions has the same transactions and order as the history', async () => {
    const key = service.keys.admin;
    const made: string[] = [];
    for (const user_id of ['dan', undefined, 'dan', undefined]) {
      const body = { strategy_id: at(1), amount: '120', user_id };
      made.push((await post(investments.deposit, body, { key })).data.id);
    }
    const [danFirst, ownFirst, danSecond, ownSecond] = made;
    const list = (query: Query = {}) =>
      get(investments.listTransactions, { settlement: 'sandbox', strategy_id: at(1), ...query }, key);
    const idsOf = async (query?: Query) => (await list(query)).data.map(({ id }) => id);
    expect(await idsOf()).toEqual([ownSecond, ownFirst, danSecond, danFirst]);
    expect(await idsOf({ user_id: 'dan' })).toEqual([danSecond, danFirst]);
    expect(await idsOf({ user_id: '' })).toEqual([ownSecond, ownFirst]);
    expect((await list()).body).toEqual((await get(investments.history, { strategy_id: at(1) }, key)).body);
    for (const transaction of (await list()).data) {
      const alone = await service.call(investments.getTransaction, { key, params: { id: transaction.id } });
      expect(alone.data).toEqual(transaction);
    }
    const first = await list({ per_page: '3' });
    expect(first.meta.pagination).toMatchObject({ total: 4, count: 3, total_pages: 2 });
    expect(await idsOf({ per_page: '3', after: first.meta.next_after ?? '' })).toEqual([danFirst]);
    expect(await idsOf({ per_page: '3', page: '2' })).toEqual([danFirst]);
    expect(await idsOf({ type: 'withdrawal' })).toEqual([]);
    expect(await idsOf({ type: 'deposit', status: 'confirmed,pending' })).toHaveLength(4);
    expect(await idsOf({ status: 'pending' })).toEqual([]);
    for (const settlement of ['', 'onchain'] as const) {
      const transactionPage = await get(
        investments.listTransactions,
        settlement === '' ? {} : { settlement },
        key,
      );
      expect(transactionPage.data).toEqual([]);
    }
    const other = { settlement: 'none' };
    expect((await get(investments.listTransactions, other, key)).error.code).toBe('invalid_request');
  });

  test('a cursor of the sandbox transactions is rejected by the list of on-chain transactions', async () => {
    const key = service.keys.admin;
    const query = { settlement: 'sandbox', per_page: '1' };
    const { meta } = await get(investments.listTransactions, query, key);
    const after = meta.next_after ?? '';
    for (const filter of [{}, { type: 'deposit' }]) {
      const answer = await get(investments.listTransactions, { after, ...filter }, key);
      expect([answer.status, answer.error.code]).toEqual([400, 'invalid_request']);
    }
  });

  test('a repeated idempotency key with the same body returns the first answer', async () => {
    const options = { idempotencyKey: 'e2e-repeat' };
    const [first, ...rest] = await Promise.all([1, 2, 3, 4].map(() => deposit(1, '150', options)));
    const late = await deposit(1, '150', options);
    for (const answer of [...rest, late]) {
      expect([answer.status, answer.text]).toEqual([first?.status, first?.text]);
    }
    expect(late.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await deposit(1, '151', options)).toMatchObject({
      status: 422,
      body: { error: { code: 'idempotency_key_reused' } },
    });
    expect((await get(investments.history, { strategy_id: at(1) })).meta.pagination.total).toBe(1);
  });

  test.each([
    ['"-5"', 'greater than 0'],
    ['0', 'greater than 0'],
    ['"NaN"', 'decimal number such as'],
    ['"1e3"', 'exponent'],
    ['1e3', 'exponent'],
    ['"0x10"', 'hexadecimal'],
    ['"1.0000001"', 'at most 6 decimal places'],
    ['1.0000001', 'at most 6 decimal places'],
    [`"${'1'.repeat(79)}"`, 'at most 78 digits'],
    [`"${'9'.repeat(78)}"`, 'must be at most'],
    ['1234567890.123456', 'at most 15 significant digits'],
    ['true', 'decimal string'],
    ['null', 'decimal string'],
    ['{"value":"1"}', 'decimal string'],
  ])(
    'an amount of %s is rejected with 400, and the error names the field and the rule',
    async (amount, rule) => {
      const answer = await post(investments.deposit, `{"strategy_id":"${at(2)}","amount":${amount}}`);
      expect(answer).toMatchObject({ status: 400, body: { error: { code: 'invalid_request' } } });
      expect(answer.error.message).toContain('body.amount');
      expect(answer.error.message).toContain(rule);
    },
  );

  test.each([
    [{}, 'amount'],
    [{ amount: '1', all: true }, 'amount'],
    [{ all: false }, 'all'],
    [{ amount: '1', note: 'x' }, 'note'],
  ])('a withdrawal with the invalid body %j is rejected with 400', async (what, field) => {
    const answer = await withdraw('inv_x', what);
    expect(answer.status).toBe(400);
    expect(answer.error.message).toContain(`body.${field}`);
  });

  test('an unknown strategy, investment or transaction is answered with 404 and a specific error code', async () => {
    expect(await post(investments.deposit, { strategy_id: 'strat_none', amount: '1' })).toMatchObject({
      status: 404,
      body: { error: { code: 'strategy_not_found' } },
    });
    const missing = await withdraw('inv_none', { all: true });
    expect(missing).toMatchObject({ status: 404, body: { error: { code: 'investment_not_found' } } });
    const { investment_id } = booked(await deposit(1, '150'));
    const otherAccountAnswer = await withdraw(investment_id, { all: true }, { key: service.keys.pro });
    const said = ({ status, error }: Answer) => [status, error.code, error.message];
    expect(said(otherAccountAnswer)).toEqual(said(missing));
  });

  test('a deposit below the minimum is rejected with 422, and the error states the minimum', async () => {
    const answer = await deposit(2, '0.5');
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'below_minimum_deposit' } } });
    expect(Number(answer.error.details?.minimum)).toBeGreaterThan(0.5);
  });

  test('an account cannot read the investments of another account', async () => {
    for (const route of [investments.list, investments.history]) {
      expect((await get(route, {}, service.keys.free)).body).toMatchObject({
        data: [],
        meta: { pagination: { total: 0 } },
      });
    }
  });

  test('a credential without the write scope can read but not deposit', async () => {
    const body = { name: 'reader', scopes: ['investments:read'] };
    const made = await service.call(user.createApiKey, { key: service.sessions.enterprise, body });
    const { key } = made.data;
    expect((await get(investments.list, {}, key)).status).toBe(200);
    expect(await deposit(0, '50', { key })).toMatchObject({
      status: 403,
      body: { error: { code: 'forbidden' } },
    });
    expect((await withdraw('inv_none', { all: true }, { key })).status).toBe(403);
    expect(await service.call(investments.list)).toMatchObject({ status: 401 });
  });
});

describe('32 clients that invest at the same time', () => {
  const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))];

  /**
   * Repeats a request while its status is in `statuses`, as clients do. A busy machine rejects some concurrent requests
   * with 429. A rejected request changes no balance.
   */
  async function repeated(ask: () => Promise<Answer>, statuses = [429]): Promise<Answer> {
    const answer = await ask();
    return statuses.includes(answer.status) ? repeated(ask, statuses) : answer;
  }
  /**
   * Repeats a request after status 429 or 500. After 500 the outcome is unknown, but the idempotency key prevents a
   * second effect.
   */
  const retryWithIdempotencyKey = (ask: (idempotencyKey: string) => Promise<Answer>, key: string) =>
    repeated(() => ask(key), [429, 500]);

  test('concurrent deposits and withdrawals on one position neither create nor lose money', async () => {
    const { investment_id } = booked(await deposit(2, '1000'));
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        retryWithIdempotencyKey(
          (idempotencyKey) =>
            i % 2 === 0
              ? deposit(2, '10.000001', { idempotencyKey })
              : withdraw(investment_id, { amount: '10.000001' }, { idempotencyKey }),
          `e2e-32-${i}`,
        ),
      ),
    );
    expect(statuses(answers)).toEqual([201]);
    const { data } = await get(investments.list, { strategy_id: at(2) });
    expect(data[0]?.total_deposited).toBe('1160.000016');
    expect(data[0]?.total_withdrawn).toBe('160.000016');
    expect((await get(investments.history, { strategy_id: at(2) })).meta.pagination.total).toBe(33);
  });

  test('only one of 32 concurrent withdrawals of a whole position is paid', async () => {
    const { investment_id } = booked(await deposit(2, '1000'));
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => repeated(() => withdraw(investment_id, { all: true }))),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(31);
  });

  test('concurrent requests with the same idempotency key take effect only once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 32 }, () => deposit(0, '277', { idempotencyKey: 'e2e-32-twins' })),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(statuses(answers)).toEqual([201]);
  });
});

test('the ledger is balanced after all deposits and withdrawals of this test file', async () => {
  const report = await verifyLedger(service.table, Date.now);
  expect(report).toMatchObject({ differences: [], moving: [] });
  expect(report.entries).toBeGreaterThan(40);
});
