import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { recordIndexObservations } from '../../shared/investments/observations.ts';
import { listPauses, pauseStrategy, resumeStrategy } from '../../shared/investments/pauses.ts';
import { marketStrategyRoutes } from '../../shared/market/contract/strategies/documentation.ts';
import { strategies } from '../../shared/strategies/contract/documentation.ts';
import { strategyIdOf } from '../../shared/strategies/domain/strategy-id.ts';
import { readPauses } from '../../shared/strategies/store/pauses.ts';
import { putStrategies } from '../../shared/strategies/store/strategies.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { interceptCommands } from '../support/engine/intercept-commands.ts';
import { loadHandlers } from '../support/handlers.ts';
import { buildLedgerDependencies, Investor, observationOf, publish, T0, verify } from '../support/ledger.ts';
import { catalogOf, HOUR_MS, publishOnce, TestMarket } from '../support/market/market.ts';
import { readCaseStride } from '../support/scale.ts';

let engine: EmbeddedTable;
let table: EmbeddedTable;
beforeAll(async () => {
  engine = await startTable();
});
beforeEach(async () => {
  table = await engine.another();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await engine.stop();
});

const DEPOSIT_REFUSAL_ERROR = { code: 'strategy_not_accepting_deposits' };
const id = (pool: string) => strategyIdOf('test', pool);
const pause = (strategyId: string, reason?: string) =>
  pauseStrategy(table, strategyId, { reason, now: new Date(T0) });
function investor(market?: TestMarket): Investor {
  const newInvestor = new Investor('usr_ann', buildLedgerDependencies(table));
  if (market !== undefined) newInvestor.nowMs = market.nowMs;
  return newInvestor;
}
/** Returns the status that readers of the catalog see. Undefined if the catalog does not have the strategy. */
const shown = async (strategyId: string) => (await catalogOf(table)).byId.get(strategyId)?.status;

test('a paused strategy rejects deposits and pays withdrawals until it is resumed', async () => {
  const market = new TestMarket(['a', 'b']);
  await publishOnce(table, market);
  const ann = investor(market);
  const { investment_id } = await ann.deposit(id('a'), '500');

  expect(await pause(id('a'), 'Its oracle is doubted.')).toMatchObject({
    strategy: { status: 'paused' },
    catalogUpdated: true,
  });
  for (let run = 0; run < 3; run += 1) {
    await expect.poll(() => shown(id('a'))).toBe('paused');
    await expect(ann.deposit(id('a'), '500')).rejects.toMatchObject(DEPOSIT_REFUSAL_ERROR);
    await ann.withdraw(investment_id, '1');
    market.nowMs += HOUR_MS;
    ann.nowMs = market.nowMs;
    // One reading is accepted, one waits for confirmation, and one is malformed.
    market.set('a', [{ apy: 6 }, { apy: 60 }, { apy: 'much' }][run] ?? {});
    expect(await publishOnce(table, market)).toMatchObject({ listed: 2, paused: 1, unlisted: 0 });
  }
  await ann.deposit(id('b'), '500');

  expect(await resumeStrategy(table, id('a'))).toMatchObject({
    strategy: { status: 'listed' },
    pause: { reason: 'Its oracle is doubted.' },
    catalogUpdated: true,
  });
  for (let run = 0; run < 2; run += 1) {
    await expect.poll(() => shown(id('a'))).toBe('listed');
    await ann.deposit(id('a'), '500');
    market.set('a', {});
    market.nowMs += HOUR_MS;
    ann.nowMs = market.nowMs;
    expect(await publishOnce(table, market)).toMatchObject({ listed: 2, paused: 0 });
  }
  expect((await verify(table)).differences).toEqual([]);
});

test('a paused strategy is immediately left out of recommendations', async () => {
  const market = new TestMarket(['a', 'b', 'c', 'd']);
  await publishOnce(table, market);
  const seen = async () => {
    const { call, send } = await loadHandlers(table);
    const plan = await call(marketStrategyRoutes.recommended, {
      asset: 'USDC',
      per_page: '100',
      include_rejected: 'true',
    });
    const { data: list } = await call(strategies.list);
    const { data: detail } = await send(strategies.get, { params: { id: id('a') } });
    return {
      recommended: plan.data.some((row) => row.strategy.id === id('a')),
      rejected: plan.meta.rejected?.map((row) => [row.strategy_id, row.reason.code]),
      listed: list.some((row) => row.id === id('a')),
      status: detail.status,
    };
  };
  await expect.poll(seen).toEqual({ recommended: true, rejected: [], listed: true, status: 'listed' });
  await pause(id('a'));
  const paused = { recommended: false, rejected: [[id('a'), 'paused']], listed: true, status: 'paused' };
  await expect.poll(seen).toEqual(paused);
  market.nowMs += HOUR_MS;
  await publishOnce(table, market);
  await expect.poll(seen).toEqual(paused);
  await resumeStrategy(table, id('a'));
  expect(await seen()).toMatchObject({ recommended: true, rejected: [], status: 'listed' });
});

describe('a paused strategy that disappears from the source', () => {
  const unlistStrategy = async (invested: boolean) => {
    const market = new TestMarket(['a', 'b']);
    await publishOnce(table, market);
    const ann = investor(market);
    if (invested) await ann.deposit(id('a'), '500');
    await pause(id('a'));
    market.listed.delete('a');
    market.nowMs += HOUR_MS;
    expect(await publishOnce(table, market)).toMatchObject({ listed: 1, unlisted: 1, paused: 0 });
    return { market, ann };
  };
  const relist = async (market: TestMarket, ann: Investor) => {
    market.set('a', {});
    market.nowMs += HOUR_MS;
    ann.nowMs = market.nowMs;
    await publishOnce(table, market);
  };

  test('a paused strategy that was unlisted is still paused when it is listed again', async () => {
    const { market, ann } = await unlistStrategy(true);
    await expect.poll(() => shown(id('a'))).toBeUndefined();
    await expect.poll(() => listPauses(table)).toMatchObject([{ strategy: { status: 'unlisted' } }]);
    await expect(ann.deposit(id('a'), '500')).rejects.toMatchObject(DEPOSIT_REFUSAL_ERROR);
    await relist(market, ann);
    await expect.poll(() => shown(id('a'))).toBe('paused');
    await expect(ann.deposit(id('a'), '500')).rejects.toMatchObject(DEPOSIT_REFUSAL_ERROR);
    await resumeStrategy(table, id('a'));
    await ann.deposit(id('a'), '500');
  });

  test.each([true, false])(
    'a strategy that is resumed while unlisted accepts deposits after it is listed again (has investors: %s)',
    async (invested) => {
      const { market, ann } = await unlistStrategy(invested);
      expect(await resumeStrategy(table, id('a'))).toMatchObject({ strategy: { status: 'unlisted' } });
      await expect(ann.deposit(id('a'), '500')).rejects.toMatchObject(DEPOSIT_REFUSAL_ERROR);
      await relist(market, ann);
      await expect.poll(() => shown(id('a'))).toBe('listed');
      await ann.deposit(id('a'), '500');
      expect((await verify(table)).differences).toEqual([]);
    },
  );
});

test('pausing a strategy that nobody has invested in creates no pool for it in the ledger', async () => {
  const { id: strategyId } = await publish(table);
  await pause(strategyId);
  expect(await verify(table)).toMatchObject({ strategies: 0, differences: [] });
  await expect(investor().deposit(strategyId, '500')).rejects.toMatchObject(DEPOSIT_REFUSAL_ERROR);
  await resumeStrategy(table, strategyId);
  expect(await verify(table)).toMatchObject({ strategies: 0, differences: [] });
  await investor().deposit(strategyId, '500');
});

test('a deposit is rejected when its strategy is paused just before the deposit is written', async () => {
  const { id: strategyId } = await publish(table);
  let paused = false;
  const tableWithConcurrentPause = interceptCommands(table, async ({ kind }) => {
    if (kind !== 'TransactWriteCommand' || paused) return;
    paused = true;
    await pause(strategyId);
  });
  const ann = new Investor('usr_ann', buildLedgerDependencies(tableWithConcurrentPause));
  await expect(ann.deposit(strategyId, '500')).rejects.toMatchObject(DEPOSIT_REFUSAL_ERROR);
  expect(paused).toBe(true);
});

test('if an ingestion read the pauses before a strategy was paused, it does not reopen the strategy for deposits', async () => {
  const record = await publish(table);
  const ann = investor();
  await ann.deposit(record.id, '500');
  await pause(record.id);
  // These are the two calls of an ingestion that read the pauses before the strategy was paused.
  await putStrategies(table, [record]);
  const late = recordIndexObservations(table, [observationOf(record)], () => new Date(T0));
  expect(await late).toMatchObject({ gates: 0 });
  await expect(ann.deposit(record.id, '500')).rejects.toMatchObject(DEPOSIT_REFUSAL_ERROR);
});

test('a second pause of a strategy keeps the time of the first pause', async () => {
  const { id: strategyId } = await publish(table);
  await pause(strategyId, 'First.');
  await pauseStrategy(table, strategyId, { reason: undefined, now: new Date(T0 + HOUR_MS) });
  const paused_at = new Date(T0).toISOString();
  expect((await readPauses(table)).get(strategyId)).toMatchObject({ paused_at, reason: 'First.' });
  await pause(strategyId, 'Second.');
  expect((await readPauses(table)).get(strategyId)).toMatchObject({ paused_at, reason: 'Second.' });
  await resumeStrategy(table, strategyId);
  expect(await resumeStrategy(table, strategyId)).toMatchObject({
    strategy: { status: 'listed' },
    pause: undefined,
  });
  expect(await readPauses(table)).toEqual(new Map());
  await expect(pause('strat_none')).rejects.toMatchObject({ code: 'strategy_not_found' });
  await expect(resumeStrategy(table, 'strat_none')).rejects.toMatchObject({ code: 'strategy_not_found' });
});

describe('a pause or resume command that is killed before one of its writes', () => {
  const FAILING_WRITE_STEP = readCaseStride(7);
  const WRITES = /^(Put|Update|Delete|BatchWrite|TransactWrite)/;

  /**
   * Runs `work` so that its write number `failingWriteNumber` and all later commands fail. Returns false if `work` makes
   * fewer writes.
   */
  async function runWithFailingWrite(
    failingWriteNumber: number,
    work: (dying: EmbeddedTable) => Promise<unknown>,
  ): Promise<boolean> {
    let writes = 0;
    const dying = interceptCommands(table, ({ kind }) => {
      if (WRITES.test(kind)) writes += 1;
      if (writes >= failingWriteNumber) throw new Error('The process died.');
    });
    const outcome = await work({ ...table, client: dying.client }).then(
      () => 'done',
      (error: Error) => error.message,
    );
    expect(outcome).toBe(writes >= failingWriteNumber ? 'The process died.' : 'done');
    return outcome !== 'done';
  }

  test.each([true, false])(
    'a repeat of the pause command completes the pause (the strategy has investors: %s)',
    async (invested) => {
      const market = new TestMarket(['a', 'b']);
      await publishOnce(table, market);
      const ann = investor(market);
      if (invested) await ann.deposit(id('a'), '500');
      let failingWrite = 1;
      while (
        await runWithFailingWrite(failingWrite, (dying) =>
          pauseStrategy(dying, id('a'), { reason: undefined, now: new Date(T0) }),
        )
      ) {
        const begun = (await readPauses(table)).has(id('a'));
        expect(begun).toBe(failingWrite > 1);
        if (begun) await expect(ann.deposit(id('a'), '500')).rejects.toMatchObject(DEPOSIT_REFUSAL_ERROR);
        await pause(id('a'));
        await expect.poll(() => shown(id('a'))).toBe('paused');
        await expect(ann.deposit(id('a'), '500')).rejects.toMatchObject(DEPOSIT_REFUSAL_ERROR);
        await resumeStrategy(table, id('a'));
        failingWrite += FAILING_WRITE_STEP;
      }
      expect(failingWrite).toBeGreaterThan(invested ? 18 : 17);
    },
  );

  test.each([true, false])(
    'a second resume command completes a killed resume command (strategy with investors: %s)',
    async (invested) => {
      const market = new TestMarket(['a', 'b']);
      await publishOnce(table, market);
      const ann = investor(market);
      if (invested) await ann.deposit(id('a'), '500');
      await pause(id('a'));
      let failingWrite = 1;
      while (await runWithFailingWrite(failingWrite, (dying) => resumeStrategy(dying, id('a')))) {
        if (failingWrite <= 2)
          await expect(ann.deposit(id('a'), '500')).rejects.toMatchObject(DEPOSIT_REFUSAL_ERROR);
        await resumeStrategy(table, id('a'));
        await expect.poll(() => shown(id('a'))).toBe('listed');
        if (invested) await ann.deposit(id('a'), '500');
        await pause(id('a'));
        failingWrite += FAILING_WRITE_STEP;
      }
      expect(failingWrite).toBeGreaterThan(2);
    },
  );

  test('the next ingestion completes a resume that was killed between its writes', async () => {
    const market = new TestMarket(['a', 'b']);
    await publishOnce(table, market);
    const ann = investor(market);
    await pause(id('a'));
    market.nowMs += HOUR_MS;
    await publishOnce(table, market);
    expect(await runWithFailingWrite(2, (dying) => resumeStrategy(dying, id('a')))).toBe(true);
    await expect(ann.deposit(id('a'), '500')).rejects.toMatchObject(DEPOSIT_REFUSAL_ERROR);
    market.nowMs += HOUR_MS;
    ann.nowMs = market.nowMs;
    await publishOnce(table, market);
    await ann.deposit(id('a'), '500');
  });
});
