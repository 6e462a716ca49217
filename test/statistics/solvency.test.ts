import { expect, test } from 'vitest';
import { summarizeSolvency } from '../../shared/statistics/domain/solvency.ts';

test('strategies that owe more than they hold are listed with the largest difference first', () => {
  const row = (strategy_id: string, owed_usd: number, tvl_usd: number) => ({
    strategy_id,
    asset: 'USDC',
    owed: String(owed_usd),
    owed_usd,
    tvl_usd,
    exceeds: owed_usd > tvl_usd,
  });
  const summary = summarizeSolvency([row('few', 110, 100), row('most', 90, 10), row('none', 10, 20)], []);
  expect(summary).toMatchObject({ strategies: 3, uncovered: 2 });
  expect(summary.largest_uncovered.map(({ strategy_id }) => strategy_id)).toEqual(['most', 'few']);
});
