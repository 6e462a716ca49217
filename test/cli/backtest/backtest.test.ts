import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildAllocationReports } from '../../../infra/cli/backtest/allocations.ts';
import { buildExpectationReports } from '../../../infra/cli/backtest/expectations.ts';
import { checkGoals } from '../../../infra/cli/backtest/goals.ts';
import { runBacktest } from '../../../infra/cli/backtest/index.ts';
import { replayRecording } from '../../../infra/cli/backtest/market-replay.ts';
import type { Recording } from '../../../infra/cli/backtest/recording.ts';
import { buildBacktestReport } from '../../../infra/cli/backtest/report.ts';
import { buildRiskReports } from '../../../infra/cli/backtest/risks.ts';
import {
  auc,
  computeRankCorrelation,
  computeWinklerScore,
  quantile,
} from '../../../infra/cli/backtest/statistics.ts';
import { strategyIdOf } from '../../../shared/strategies/domain/strategy-id.ts';
import { createRandomGenerator } from '../../support/random.ts';

const DAYS = 90;

/** Returns ten pools with varying APYs. The last one loses its TVL on day 60 and disappears on day 70. */
function buildRecording(): Recording {
  const random = createRandomGenerator(5);
  const pools = Array.from({ length: 10 }, (_, index) => {
    let log = 1 + index / 5;
    const apy = Array.from({ length: DAYS }, () => {
      log += 0.05 * (random() - 0.5);
      return Math.expm1(log);
    });
    const isFailing = index === 9;
    return {
      row: {
        pool: `pool-${index}`,
        chain: 'Ethereum',
        project: 'aave-v3',
        symbol: 'USDC',
        stablecoin: true,
        ilRisk: 'no',
        exposure: 'single',
      },
      apy: apy.map((value, day) => (isFailing && day >= 70 ? null : value)),
      tvl: apy.map((_, day) => (isFailing ? (day < 60 ? 2e6 + 1e6 * (day % 2) : 4e5) : 5e8)),
      countOffset: isFailing ? 0 : 700,
    };
  });
  return { firstDay: 20_000, days: DAYS, pools };
}
const recording = buildRecording();
const walked = replayRecording(recording);

describe('the replay of a recorded market', () => {
  test('the replay of a day depends only on the recorded days up to this day', () => {
    const after = { ...recording, pools: recording.pools.map((pool) => ({ ...pool })) };
    for (const pool of after.pools) {
      pool.apy = pool.apy.map((value, day) => (day > 50 ? 1 : value));
      pool.tvl = pool.tvl?.map((value, day) => (day > 50 ? 3e6 : value));
    }
    const other = replayRecording(after);
    for (const day of [0, 20, 50]) expect(other.published[day]).toEqual(walked.published[day]);
    expect(other.published[51]).not.toEqual(walked.published[51]);
  });

  test('when a reading jumps, the replay publishes the previous reading instead', () => {
    const spiked = { ...recording, pools: recording.pools.slice(0, 1).map((pool) => ({ ...pool })) };
    const [pool] = spiked.pools;
    if (pool === undefined) expect.fail();
    pool.apy = pool.apy.map((value, day) => (day === 40 ? 500 : value));
    const { published, held, series, spikeReport } = replayRecording(spiked);
    const id = strategyIdOf('defillama', 'pool-0');
    expect(held).toEqual({ confirmed: 0, unconfirmed: 1, undecided: 0 });
    expect(spikeReport).toEqual({ spikes: 1, published: 0 });
    expect(published[40]?.get(id)?.record.current_apy).toBeCloseTo(pool.apy[39] ?? 0, 4);
    expect(series.get(id)?.apy[40]).toBeNaN();
  });

  test('if the spike guard holds a reading and a later reading confirms it, the held reading is recorded on its own day', () => {
    const stepped = { ...recording, pools: recording.pools.slice(0, 1).map((pool) => ({ ...pool })) };
    const [pool] = stepped.pools;
    if (pool === undefined) expect.fail();
    pool.apy = pool.apy.map((value, day) => (day >= 40 ? 60 : value));
    const { published, held, series } = replayRecording(stepped);
    const id = strategyIdOf('defillama', 'pool-0');
    expect(held).toEqual({ confirmed: 1, unconfirmed: 0, undecided: 0 });
    expect(published[40]?.get(id)?.record.current_apy).toBeCloseTo(pool.apy[39] ?? 0, 4);
    expect([...(series.get(id)?.apy.subarray(40, 42) ?? [])]).toEqual([60, 60]);
  });

  test('for a recording without TVL, the report evaluates only the intervals of the expected APY', () => {
    const poolsWithoutTvl = recording.pools.map(({ tvl: _, ...pool }) => pool);
    const report = buildBacktestReport('aave', [replayRecording({ ...recording, pools: poolsWithoutTvl })]);
    expect(report.expectations.length).toBeGreaterThan(0);
    expect([report.plans, report.risks.map(({ cases }) => cases)]).toEqual([[], [0, 0, 0, 0]]);
  });

  test('the report shows that the part "exit" of the risk score predicts a utilisation of at least 97%', () => {
    const days = [...Array(DAYS).keys()];
    const pools = recording.pools.map(({ tvl: _, ...pool }, index) => ({
      ...pool,
      // The second half of the pools has a higher utilisation, which ends near 100%.
      utilisation: days.map((day) =>
        index < recording.pools.length / 2 ? 0.5 : day < DAYS - 10 ? 0.9 : 0.98,
      ),
    }));
    const { risks } = buildBacktestReport('aave', [replayRecording({ ...recording, pools })]);
    const full = risks.find(({ event }) => event === '97% is borrowed');
    expect(full?.happened).toBeGreaterThan(0);
    expect(full?.auc.exit).toBeGreaterThan(0.7);
  });

  test('the spike guard checks every reading of an hourly recording, not only the first reading of each day', () => {
    const hours = Array.from({ length: 24 * 40 }, (_, hour) => hour);
    const [first] = recording.pools;
    if (first === undefined) expect.fail();
    const pool = {
      ...first,
      // A spike of one hour on day 20, and a new level from the middle of day 30 on.
      apy: hours.map((hour) => (hour === 20 * 24 + 7 ? 400 : hour < 30 * 24 + 12 ? 4 : 40)),
      tvl: hours.map(() => 5e8),
    };
    const hourly = replayRecording({ firstDay: 20_000, days: 40, readingsADay: 24, pools: [pool] });
    expect(hourly.held).toEqual({ confirmed: 1, unconfirmed: 1, undecided: 0 });
    expect(hourly.spikeReport).toEqual({ spikes: 1, published: 0 });
    expect(hourly.published).toHaveLength(40);
    const apys = hourly.series.get(strategyIdOf('defillama', 'pool-0'))?.apy;
    expect([apys?.[20], apys?.[30], apys?.[31]]).toEqual([4, 4, 40]);
  });

  test('in the replay, a large pool with a long history gets the risk level low', () => {
    const last = walked.published[DAYS - 1];
    expect(last?.get(strategyIdOf('defillama', 'pool-0'))?.record.risk_level).toBe('low');
    expect(walked.published[65]?.get(strategyIdOf('defillama', 'pool-9'))?.record.risk_level).not.toBe('low');
  });
});

describe('the reports of a backtest', () => {
  test('the reports show smaller errors of the expected APY for 7 days than for 30 days', () => {
    const [week, , month] = buildExpectationReports([walked]);
    expect([week?.horizon, month?.horizon]).toEqual([7, 30]);
    expect(week?.errors.expected.mae).toBeLessThan(month?.errors.expected.mae ?? 0);
    expect(week?.errors.expected.rank).toBeGreaterThan(0.9);
    expect(week?.coverage.expected.inside).toBeGreaterThan(0.6);
    expect(week?.coverage.expected.width).toBeGreaterThan(0);
  });

  test('the reports on a market with constant APYs show no estimation error', () => {
    const constantPools = recording.pools.map((pool) => ({ ...pool, apy: pool.apy.map(() => 4) }));
    const [week] = buildExpectationReports([replayRecording({ ...recording, pools: constantPools })]);
    expect(week?.errors.expected.mae).toBeCloseTo(0, 4);
    expect(week?.coverage.expected.inside).toBe(1);
  });

  test('for each risk level, the reports show how many allocations exist, how many reached the lower bound, and the turnover', () => {
    const reports = buildAllocationReports([walked]);
    expect(reports.map(({ horizon, level }) => `${horizon} ${level}`)).toEqual([
      '30 low',
      '30 medium',
      '30 all',
    ]);
    for (const { rules } of reports) {
      for (const series of ['raw', 'cleaned'] as const) {
        const plan = rules.plan[series];
        expect(plan.starts).toBeGreaterThan(3);
        expect(plan.apart).toBeLessThan(plan.starts);
        expect(plan.median).toBeGreaterThan(rules['TVL-weighted'][series].worstDecile);
        expect(plan.mae).toBeGreaterThan(0);
        expect(plan.lowReached).toBeGreaterThanOrEqual(plan.meanReached);
        expect(plan.turnover).toBeGreaterThanOrEqual(0);
        expect(plan.turnover).toBeLessThanOrEqual(1);
      }
    }
  });

  test('if the recording contains a pool with an incomplete history, the allocations and the simple rule still have equal results', () => {
    const [first] = recording.pools;
    if (first === undefined) expect.fail();
    const late = {
      ...first,
      row: { ...first.row, pool: 'late' },
      apy: first.apy.map((_, day) => (day < 25 ? null : 20 + (day % 3) / 10)),
      countOffset: 700,
    };
    const longer = { ...recording, pools: [...recording.pools, late] };
    const walks = replayRecording({ ...longer, days: 66 });
    const record = walks.published[30]?.get(strategyIdOf('defillama', 'late'))?.record;
    expect([record?.history_days, record?.log_apy_volatility_30d]).toEqual([706, null]);
    const { rules } =
      buildAllocationReports([walks]).find(({ level }) => level === 'medium') ?? expect.fail();
    expect(rules['simple rule'].raw).toMatchObject({
      starts: rules.plan.raw.starts,
      median: rules.plan.raw.median,
    });
    expect(rules.plan.raw.median).toBeLessThan(15);
  });

  test('the reports measure how well the risk score predicted that the TVL of a pool would fall', () => {
    const [half, , gone] = buildRiskReports([walked]);
    expect([half?.pools, gone?.pools]).toEqual([1, 0]);
    expect(half?.auc.score).toBeGreaterThan(0.9);
    expect(half?.auc.history).toBeGreaterThan(0.9);
    expect(half?.share.low).toBe(0);
    expect(Math.max(half?.share.medium ?? 0, half?.share.high ?? 0)).toBeGreaterThan(0);
  });
});

describe('the goals of a backtest', () => {
  const report = buildBacktestReport('one', [walked]);
  const goals = checkGoals([report], report);
  const goalOf = (name: string) => goals.find(({ goal }) => goal === name);

  test('a goal of the backtest holds only if the measured figure is within the limit of this goal', () => {
    expect(
      goalOf(
        'Number of days on which a strategy with a TVL under 1 million USD or a history under 30 days had low risk',
      ),
    ).toMatchObject({ figure: 0, holds: true });
    const calm = recording.pools.slice(0, 3).map((pool) => ({ ...pool, apy: pool.apy.map(() => 4) }));
    const constantPoolsReport = buildBacktestReport('calm', [replayRecording({ ...recording, pools: calm })]);
    const proven = checkGoals([constantPoolsReport], constantPoolsReport).find(({ goal }) =>
      goal.includes('Aave, Compound'),
    );
    expect(proven).toMatchObject({ figure: 1, holds: true });
    const error = goalOf('Forecasts over 30 days (data as recorded): relative error of the expected APY');
    expect(error?.holds).toBe((error?.figure ?? 0) <= 1.05);
    const inside = goalOf(
      'Forecasts over 7 days (data as recorded): share of results inside the forecast range',
    );
    expect(inside?.figure).toBe(report.expectations[0]?.coverage.expected.inside);
  });

  test('if there is too little data, the backtest reports a goal as neither met nor missed', () => {
    const score = goals.find(({ goal }) =>
      goal.startsWith('How well the risk score predicts the event "TVL falls by half"'),
    );
    expect(score).toMatchObject({ holds: undefined });
    const bound =
      'Allocations for 30 days at risk level low (data as recorded): fraction of allocations whose realized APY reached the lower bound of the expected APY';
    expect(goalOf(bound)).toMatchObject({ holds: undefined });
  });

  test('the goal for published spikes is not met when the spike guard lets too many spikes pass', () => {
    const guard = { confirmed: 5, unconfirmed: 15, undecided: 0, spikes: 50, published: 41 };
    const published = checkGoals([{ ...report, guard }], report).find(
      ({ goal }) =>
        goal === 'Number of published APY spikes (a large rise that is gone in the next recorded value)',
    );
    expect(published).toMatchObject({ figure: 41, holds: false });
  });

  test('the goal for known risk levels is missed if the share of TVL with a known risk level is too small', () => {
    const name =
      'Share of TVL in strategies with a known risk level (required: at least the share of TVL in strategies with a known volatility)';
    expect(goalOf(name)?.holds).toBe(true);
    const levels = { ...report.levels, knownTvl: report.levels.tvlFractionWithVolatility - 0.01 };
    const known = checkGoals([{ ...report, levels }], { ...report, levels: { ...levels, knownTvl: 0.94 } });
    expect(known.find(({ goal }) => goal === name)?.holds).toBe(false);
    expect(
      known.find(
        ({ goal }) =>
          goal === 'Share of TVL in strategies with a known risk level, after the first month of the data',
      )?.holds,
    ).toBe(false);
  });

  test('the realized APY misses its goal if allocations by a simple rule earned more than the recommended ones', () => {
    const all = report.plans.find(({ level }) => level === 'all') ?? expect.fail();
    const checkMedianGoal = (median: number) => {
      const plan = { ...all.rules.plan, raw: { ...all.rules.plan.raw, starts: 20, median } };
      const plans = [{ ...all, rules: { ...all.rules, plan } }];
      return checkGoals([report], { ...report, plans }).find(({ goal }) =>
        goal.endsWith('median realized APY'),
      );
    };
    const { median } = all.rules['simple rule'].raw;
    expect(checkMedianGoal(median)?.holds).toBe(true);
    expect(checkMedianGoal(median * 0.9999)?.holds).toBe(false);
  });

  test('if an allocation contains a strategy with a frozen APY, the goal for frozen APYs is not met', () => {
    const [first] = report.plans;
    if (first === undefined) expect.fail();
    const plan = { ...first.rules.plan, raw: { ...first.rules.plan.raw, frozen: 2 } };
    const frozen = { ...report, plans: [{ ...first, rules: { ...first.rules, plan } }] };
    const goal = checkGoals([frozen], report).find((each) =>
      each.goal.endsWith('number of chosen strategies that have a frozen APY'),
    );
    expect(goal).toMatchObject({ figure: 2, holds: false });
  });
});

describe('the command npm run backtest', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recordings-'));
    await writeFile(join(folder, 'series_one.json.gz'), gzipSync(JSON.stringify(recording)));
    await writeFile(join(folder, 'series_two.json'), JSON.stringify(recording));
    await writeFile(join(folder, 'pools.json'), '{}');
  });
  afterAll(() => rm(folder, { recursive: true }));

  test('the command prints a report for each recording of a folder and for all of them together', async () => {
    const lines: string[] = [];
    expect(await runBacktest(['--data', folder], (text) => lines.push(text))).toBe(0);
    const text = lines.join('\n');
    for (const part of [
      '== one: 10 pools',
      '== two: 10 pools',
      '== all sets together',
      '== Goals',
      'EWMA',
      '1.28 sigma',
    ]) {
      expect(text).toContain(part);
    }
    for (const part of [
      'Winkler',
      'low reached raw',
      'simple rule',
      'fraction of allocations whose realized APY reached the expected APY',
      'vanishes',
    ])
      expect(text).toContain(part);
  });

  test('the error about an unreadable folder or file gives its name and the reason in one line', async () => {
    const broken = join(folder, 'broken');
    await mkdir(broken);
    const file = join(broken, 'series_broken.json');
    const said = async (text: string, data = broken) => {
      await writeFile(file, text);
      const lines: string[] = [];
      expect(await runBacktest(['--data', data], (line) => lines.push(line))).toBe(1);
      return lines;
    };
    expect(await said('{')).toEqual([expect.stringContaining(`The file ${file} is not a valid recording: `)]);
    expect(await said('{"firstDay":1,"days":1,"pools":[{"row":{}}]}')).toEqual([
      expect.stringMatching(/series_broken\.json is not a valid recording: pools\.0\.row\.pool: [^\n]+$/),
    ]);
    for (const none of [join(folder, 'none'), file])
      expect(await said('', none)).toEqual([expect.stringContaining(`The folder ${none} cannot be read: `)]);
  });

  test('the command without arguments says which arguments it needs', async () => {
    const lines: string[] = [];
    expect(await runBacktest([], (text) => lines.push(text))).toBe(2);
    expect(await runBacktest(['--what'], (text) => lines.push(text))).toBe(2);
    expect(await runBacktest(['--help'], (text) => lines.push(text))).toBe(0);
    expect(lines.join('\n')).toContain('--data DIR');
  });
});

describe('the figures of a small backtest', () => {
  test('the figures in the report match a calculation by hand', () => {
    expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
    expect(computeRankCorrelation([1, 2, 3], [10, 20, 30])).toBeCloseTo(1, 12);
    expect(computeRankCorrelation([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 12);
    expect(auc([1, 2, 3, 4], [false, false, true, true])).toBe(1);
    expect(auc([1, 1, 1, 1], [false, true, false, true])).toBe(0.5);
    expect(auc([1, 2], [false, false])).toBeNaN();
    expect(computeWinklerScore(1, 3, 2)).toBe(2);
    expect(computeWinklerScore(1, 3, 4)).toBe(12);
  });
});
