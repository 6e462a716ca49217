import { normalizePool } from '../../../shared/ingest/domain/normalize.ts';
import { publication, strategyRecordOf } from '../../../shared/ingest/domain/publish.ts';
import { type UpstreamPool, upstreamPool } from '../../../shared/ingest/domain/upstream.ts';
import { createSampleSource } from '../../../shared/ingest/sources/sample.ts';
import { statisticsByWindow } from '../../../shared/market/domain/window-statistics.ts';
import { DAY_MS } from '../../../shared/platform/domain/days.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract.ts';
import { trackRecordOf } from '../../../shared/strategies/domain/expectation/track-record.ts';

/** The day after the last of every history. */
const TODAY_MS = Date.parse('2026-01-01T00:00:00Z');

/** A sample pool and its days: entry `i` is day `i` of the whole history, NaN before the pool began. */
export interface PoolPast {
  readonly row: UpstreamPool;
  readonly rewardShare: number;
  readonly apy: Float32Array;
  readonly tvl: Float32Array;
}

export interface MarketPast {
  readonly days: number;
  readonly pools: readonly PoolPast[];
}

/** The daily past of a sample market. */
export async function sampleHistory(options: {
  size: number;
  seed: number;
  days: number;
}): Promise<MarketPast> {
  const { size, seed, days } = options;
  const source = createSampleSource({ size, seed, historyDays: days, now: () => TODAY_MS });
  const { rows } = await source.pools();
  const pools = await Promise.all(
    rows.map(async (element) => {
      const row = upstreamPool.parse(element);
      const history = await source.history(row.pool);
      return {
        row,
        rewardShare: row.apy ? (row.apyReward ?? 0) / row.apy : 0,
        apy: padded(history.apy, days),
        tvl: padded(history.tvl, days),
      };
    }),
  );
  return { days, pools };
}

function padded(values: Float32Array, days: number): Float32Array {
  const whole = new Float32Array(days).fill(Number.NaN);
  whole.set(values.subarray(-days), Math.max(0, days - values.length));
  return whole;
}

/**
 * The strategies as the ingestion would have published them on a day, from the days up to it and nothing later; each
 * with its pool.
 */
export function publishedOn(past: MarketPast, day: number): { record: StrategyRecord; pool: PoolPast }[] {
  const dayMs = TODAY_MS - (past.days - day) * DAY_MS;
  return past.pools.flatMap((pool) => {
    const apy = pool.apy[day] ?? Number.NaN;
    if (Number.isNaN(apy)) return [];
    const known = { apy: pool.apy.subarray(0, day + 1), tvl: pool.tvl.subarray(0, day + 1) };
    const age = known.apy.filter((value) => !Number.isNaN(value)).length;
    const reward = pool.rewardShare === 0 ? null : apy * pool.rewardShare;
    const normalized = normalizePool(
      {
        ...pool.row,
        apy,
        apyBase: apy - (reward ?? 0),
        apyReward: reward,
        apyMean30d: null,
        tvlUsd: known.tvl[day] ?? 0,
        count: age,
        outlier: apy > 200,
        timestamp: new Date(dayMs).toISOString(),
      },
      'sample',
      dayMs,
    );
    if (!normalized.ok) return [];
    const published = publication(normalized.observation, dayMs);
    if (!published.ok) return [];
    const history = { statistics: statisticsByWindow(known), days: age, track: trackRecordOf(known) };
    return [{ record: strategyRecordOf(published.observation, history, undefined), pool }];
  });
}
