import { describe, expect, test } from 'vitest';
import { DEFAULT_COSTS } from '../../../shared/market/domain/recommendation/estimates/costs.ts';
import { POLICY } from '../../../shared/market/domain/recommendation/policy.ts';
import { Pool } from '../../../shared/market/domain/recommendation/pool.ts';
import { recommend } from '../../../shared/market/domain/recommendation/recommend.ts';
import { strategyRows } from '../../../shared/market/domain/strategy-rows.ts';
import { Catalog } from '../../../shared/strategies/domain/catalog/catalog.ts';
import { encodeCatalog } from '../../../shared/strategies/domain/catalog/encoding/encode.ts';
import { expectedAround, randomRecords, seededRandom } from '../../support/records.ts';
import { plainPlan } from './model.ts';
import { AS_OF_MS, setting } from './support.ts';

const SIZE = 3_000;
const random = seededRandom(7);
/** More than an allocation is chosen from, and more than a ranking is searched through without a sample. */
const rows = strategyRows(
  new Catalog(
    encodeCatalog(
      Array.from(randomRecords(SIZE), (record) => {
        const over = (horizon: '7d' | '30d' | '90d') =>
          expectedAround(record.current_apy * (0.7 + 0.6 * random()))[horizon];
        return {
          ...record,
          as_of: new Date(AS_OF_MS).toISOString(),
          expected_apy: { '7d': over('7d'), '30d': over('30d'), '90d': over('90d') },
        };
      }),
    ),
  ),
);
const pool = new Pool(rows);
const all = Uint32Array.from(rows.keys());

describe.each([
  ['whatever there is, between two horizons', { horizonDays: 45, riskLevel: 'high', minTvlUsd: 0 }],
  ['as usual', {}],
  ['more than the caps can hold', { horizonDays: 12, riskLevel: 'high', minTvlUsd: 0, amountUsd: 1e9 }],
  ['under narrow caps', { riskLevel: 'high', minTvlUsd: 0, maxShare: 0.05, maxProtocolShare: 0.05 }],
] as const)('a plan over thousands: %s', (_, wish) => {
  test.each([
    ['idle money', undefined],
    ['a present position', rows[SIZE / 2]],
  ])('for %s is what looking at every candidate by itself comes to', (__, from) => {
    const whole = setting(wish, { costTable: DEFAULT_COSTS, from });
    const plan = recommend(pool, all, whole, AS_OF_MS);
    const model = plainPlan(rows, whole, AS_OF_MS);
    expect(plan.eligible).toBe(model.ranked.length);
    expect(plan.allocatedUnits).toBe(model.allocatedUnits);
    expect(plan.rejected()).toEqual(model.rejected);
    for (const start of [0, 240, POLICY.poolSize - 20])
      expect(plan.ranked(start, start + 20)).toEqual(model.ranked.slice(start, start + 20));
    expect(plan.ranked(0, plan.eligible)).toHaveLength(Math.min(plan.eligible, POLICY.poolSize));
  });
});
