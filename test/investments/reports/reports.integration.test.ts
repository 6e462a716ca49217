import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { adjustInvestment } from '../../../shared/investments/adjustments.ts';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { investmentIdOf } from '../../../shared/investments/domain/ids/investment-id.ts';
import { ownerIdOf } from '../../../shared/investments/domain/ids/owner.ts';
import { getInvestment } from '../../../shared/investments/investments.ts';
import { type ReportSources, readDailyReport } from '../../../shared/investments/reports/daily.ts';
import { readStatement } from '../../../shared/investments/reports/statement.ts';
import { deposit } from '../../../shared/investments/settlement/settle-transaction.ts';
import { putPastPositions, readAllPastPositions } from '../../../shared/investments/store/past-positions.ts';
import { ApiError } from '../../../shared/platform/contract/errors.ts';
import { batchDelete } from '../../../shared/platform/dynamodb/batch.ts';
import { queryAll } from '../../../shared/platform/dynamodb/query-all.ts';
import { ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import {
  buildLedgerDependencies,
  DAY_MS,
  Investor,
  passObservedDays,
  publish,
  T0,
  verify,
} from '../../support/ledger.ts';

let table: EmbeddedTable;
let investorCount = 0;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

/** The price that a test changes. Deposits and reports both use it. */
const market = { price: 1 };
function newInvestor(): Investor {
  investorCount += 1;
  market.price = 1;
  return new Investor(
    `usr_reports_${investorCount}`,
    buildLedgerDependencies(table, { priceUsd: async () => market.price }),
  );
}

const sources = (priceOn: (asset: string, day: number) => number | undefined = () => market.price) => ({
  table,
  prices: async () => ({ priceOn, asOf: null }),
});
const whose = (who: Investor) => ({ account: who.ownerId, now: new Date(who.nowMs) });

async function statement(who: Investor, query: Record<string, string> = {}, from: ReportSources = sources()) {
  const parsed = investments.statement.query.parse({ per_page: '100', ...query });
  const { data, meta } = await readStatement(from, parsed, whose(who));
  return {
    lines: investments.statement.response.parse(data),
    totals: investments.statement.meta.totals.parse(meta?.totals),
  };
}

async function daily(who: Investor, query: Record<string, string> = {}, from: ReportSources = sources()) {
  const parsed = investments.daily.query.parse({ per_page: '100', ...query });
  return investments.daily.response.parse((await readDailyReport(from, parsed, whose(who))).data);
}

describe('a statement of an account', () => {
  test('the statement shows profit and loss at average cost in USD', async () => {
    const { id } = await publish(table, {
      asset: 'ETH',
      underlying_assets: ['ETH'],
      stablecoin: false,
      current_apy: 0,
    });
    const ann = newInvestor();
    market.price = 1_000;
    const { investment_id } = await ann.deposit(id, '1');
    market.price = 3_000;
    await ann.deposit(id, '1');
    market.price = 4_000;
    await ann.withdraw(investment_id, '0.5');
    const { lines, totals } = await statement(ann);
    // The investor deposited 2 ETH at an average of 2,000 USD and withdrew 0.5 ETH at 4,000 USD. The other 1.5 ETH are
    // valued at 4,000 USD each.
    expect(lines).toMatchObject([
      { value: '1.5', principal: '1.5', earned: '0', price_usd: 4_000, value_usd: 6_000, cost_usd: 3_000 },
    ]);
    expect(totals).toEqual({
      value_usd: 6_000,
      cost_usd: 3_000,
      unrealized_profit_usd: 3_000,
      realized_profit_usd: 1_000,
      incomplete: 0,
    });
  });

  test('the statement for a past time leaves out later deposits and earnings', async () => {
    const record = await publish(table);
    const ann = newInvestor();
    await ann.deposit(record.id, '1000');
    await passObservedDays(ann, record, 10);
    const earlierStatementLines = (await statement(ann)).lines;
    const at = new Date(ann.nowMs).toISOString();
    await passObservedDays(ann, record, 10);
    await ann.deposit(record.id, '500');
    expect((await statement(ann, { at })).lines).toEqual(earlierStatementLines);
    expect((await statement(ann)).lines[0]).toMatchObject({ principal: '1500', total_deposited: '1500' });
    expect((await statement(ann, { at: '2025-12-31' })).lines).toEqual([]);
  });

  test('the total value in a statement leaves out positions without a price', async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
    await ann.deposit(id, '20');
    const { lines, totals } = await statement(
      ann,
      {},
      sources(() => undefined),
    );
    expect(lines).toMatchObject([
      { price_usd: null, value_usd: null, unrealized_profit_usd: null, cost_usd: 20 },
    ]);
    expect(totals).toMatchObject({ value_usd: 0, cost_usd: 20, incomplete: 1 });
  });

  test('the statement of one end user shows only the lines of that user', async () => {
    const { id } = await publish(table);
    const ann = newInvestor();
    await ann.deposit(id, '20');
    await deposit(ann.dependencies, { strategy_id: id, amount: '30', user_id: 'bea' }, ann.caller());
    const users = async (query: Record<string, string>) =>
      (await statement(ann, query)).lines.map(({ user_id, principal }) => [user_id, principal]);
    expect(await users({})).toEqual([
      [null, '20'],
      ['bea', '30'],
    ]);
    expect(await users({ user_id: 'bea' })).toEqual([['bea', '30']]);
    expect(await users({ user_id: '' })).toEqual([[null, '20']]);
  });
});

describe('the earnings per day', () => {
  test('each day shows deposits, withdrawals and earnings at the prices of that day', async () => {
    const record = await publish(table, { current_apy: 36.5 });
    const ann = newInvestor();
    const { investment_id } = await ann.deposit(record.id, '10000');
    await passObservedDays(ann, record, 2);
    await ann.withdraw(investment_id, '1000');
    const day = T0 / DAY_MS;
    const days = await daily(
      ann,
      { days: '4' },
      sources((_, n) => (n === Math.floor(day) + 2 ? 2 : 1)),
    );
    expect(days.map(({ date }) => date)).toEqual(['2026-01-03', '2026-01-02', '2026-01-01', '2025-12-31']);
    expect(days[0]).toMatchObject({ deposited_usd: 0, withdrawn_usd: 2_000 });
    // The earnings of one whole day at an APY of 36.5%. The day starts half a day after the deposit.
    expect(days[1]?.earned_usd).toBeCloseTo(10_000 * (1.365 ** (1.5 / 365) - 1.365 ** (0.5 / 365)), 1);
    expect(days[2]).toMatchObject({ deposited_usd: 10_000, withdrawn_usd: 0 });
    expect(days[3]).toEqual({
      date: '2025-12-31',
      value_usd: 0,
      deposited_usd: 0,
      withdrawn_usd: 0,
      earned_usd: 0,
      unpriced_assets: [],
    });
  });
});

/** Deletes the stored past positions of an owner. Returns the number of deleted items. */
async function deletePastPositions(owner: string): Promise<number> {
  const { pk } = ITEMS.ledgerStandings.key({ owner, at: '', sequence: '' });
  const items = await queryAll(table, { pk, sk: '' });
  await batchDelete(
    table,
    items.map(({ sk }) => ({ pk, sk: String(sk) })),
  );
  return items.length;
}

test('a statement that starts from stored past positions equals a statement from all ledger entries', async () => {
  const step = fc.record({
    kind: fc.constantFrom('deposit', 'deposit', 'withdraw', 'report'),
    strategy: fc.nat(1),
    user: fc.constantFrom(undefined, 'bea'),
    // Often 0, so that some operations have the same time as the previous operation.
    hours: fc.nat(60).map((drawn) => Math.max(0, drawn - 20)),
    price: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  });
  const parts = fc.array(fc.nat(100), { minLength: 1, maxLength: 3 });
  let kept = 0;
  const holds = async (
    steps: (typeof step extends fc.Arbitrary<infer T> ? T : never)[],
    moments: number[],
  ) => {
    const strategies = [await publish(table, { min_deposit: 0 }), await publish(table, { min_deposit: 0 })];
    const ann = newInvestor();
    let price: number | undefined;
    const dependencies = buildLedgerDependencies(table, { priceUsd: async () => price });
    const sourcesWithStoredPositions = { ...sources(), entriesPerStoredState: 3 };
    for (const { kind, strategy, user, hours, price: of } of steps) {
      price = of;
      ann.nowMs += hours * 3_600_000;
      const who = new Investor(ann.ownerId, dependencies, user);
      who.nowMs = ann.nowMs;
      const id = strategies[strategy]?.id ?? '';
      const investment = investmentIdOf(ownerIdOf(ann.ownerId, user), id);
      if (kind === 'report') await statement(ann, {}, sourcesWithStoredPositions);
      else if (kind === 'deposit') await who.deposit(id, '10');
      else
        await who.withdraw(investment, '3').catch((error: unknown) => expect(error).toBeInstanceOf(ApiError));
    }
    const at = moments.map((part) => ({
      at: new Date(T0 + ((ann.nowMs - T0) * part) / 100).toISOString(),
    }));
    const ask = (from: typeof sourcesWithStoredPositions) =>
      Promise.all([...[...at, {}].map((query) => statement(ann, query, from)), daily(ann, {}, from)]);
    const first = await ask(sourcesWithStoredPositions);
    // All past positions are stored by now. Each report starts from the latest stored position before the requested
    // time.
    expect(await ask(sourcesWithStoredPositions)).toEqual(first);
    for (const owner of [ann.ownerId, ownerIdOf(ann.ownerId, 'bea')])
      kept += await deletePastPositions(owner);
    expect(await ask({ ...sources(), entriesPerStoredState: Number.MAX_SAFE_INTEGER })).toEqual(first);
    await ask(sourcesWithStoredPositions);
  };
  const story = fc.array(step, { minLength: 10, maxLength: 25, size: 'max' });
  await fc.assert(fc.asyncProperty(story, parts, holds), { numRuns: 3 });
  expect(kept).toBeGreaterThan(0);
  expect((await verify(table)).differences).toEqual([]);
});

test('if a stored position of a past time contradicts the journal entries, the verification of the ledger reports the difference', async () => {
  const { id } = await publish(table);
  const ann = newInvestor();
  for (let n = 0; n < 3; n += 1) await ann.deposit(id, '20');
  await statement(ann, {}, { ...sources(), entriesPerStoredState: 3 });
  const [standings] = await readAllPastPositions(table, ann.ownerId);
  if (standings === undefined) throw new Error('Nothing was kept');
  const changed = standings.positions.map(({ subject, state }) => ({
    subject,
    state: { ...state, costUsd: 61 },
  }));
  const readVerifyDifferences = async () =>
    (await verify(table)).differences.map(({ where, what }) => [where, what]);
  await putPastPositions(table, ann.ownerId, { ...standings, positions: changed });
  expect(await readVerifyDifferences()).toEqual([
    [`${ann.ownerId} entry 3`, 'past positions.positions.0.state.costUsd'],
  ]);
  await putPastPositions(table, ann.ownerId, standings);
  await putPastPositions(table, ann.ownerId, { ...standings, sequence: 6 });
  expect(await readVerifyDifferences()).toEqual([
    [`${ann.ownerId} past positions`, 'stored for missing journal entries.0'],
  ]);
  await deletePastPositions(ann.ownerId);
});

test('the deposits and earnings of all days, less the withdrawals, add up to the value of the investment', async () => {
  const step = fc.record({
    kind: fc.constantFrom('deposit', 'withdraw', 'adjust', 'wait'),
    amount: fc.integer({ min: 10, max: 100_000 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const record = await publish(table, { tvl: 1e12 });
      const ann = newInvestor();
      const { investment_id } = await ann.deposit(record.id, '5000');
      for (const { kind, amount } of steps) {
        if (kind === 'deposit') await ann.deposit(record.id, String(amount));
        if (kind === 'withdraw') await ann.withdraw(investment_id, '1');
        if (kind === 'adjust') {
          await adjustInvestment(ann.dependencies, {
            ownerId: ann.ownerId,
            investmentId: investment_id,
            amount: '-3',
            reason: 'write-down',
            reference: `r${ann.nowMs}-${amount}`,
            now: new Date(ann.nowMs),
          });
        }
        await passObservedDays(ann, record, 1);
      }
      const { data } = await getInvestment(table, ann.ownerId, investment_id, new Date(ann.nowMs));
      const held = investments.get.response.parse(data);
      const [line] = (await statement(ann)).lines;
      for (const name of ['value', 'principal', 'earned', 'realized_earnings', 'total_withdrawn'] as const) {
        expect(line?.[name], name).toBe(held[name]);
      }
      const days = await daily(ann, { days: '31' });
      const sum = (of: (day: (typeof days)[number]) => number) => days.reduce((all, day) => all + of(day), 0);
      // The value is rounded to cents. The small addition allows for the error of floating-point numbers.
      const difference = Math.abs((days[0]?.value_usd ?? Number.NaN) - Number(held.value));
      expect(difference).toBeLessThanOrEqual(0.005 + 1e-9);
      const net = sum((day) => day.deposited_usd - day.withdrawn_usd + day.earned_usd);
      expect(net).toBeCloseTo(Number(held.value), 0);
    }),
    { numRuns: 4 },
  );
});
