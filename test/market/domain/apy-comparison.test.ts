import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Group } from '../../../shared/market/contract/windows.ts';
import { compareApys, sortGroupsByApy } from '../../../shared/market/domain/apy-comparison.ts';
import { groupingOf, groupMembersOf } from '../../../shared/market/domain/groupings.ts';
import type { StrategyRecord } from '../../../shared/strategies/contract/strategy-record.ts';
import { SortOrders } from '../../../shared/strategies/domain/catalog/orders.ts';
import { catalogOf, strategyRecordOf } from '../../support/records.ts';
import { computeExpectedComparison } from './models.ts';

const strategy = (
  id: string,
  chain: string,
  apy: number,
  tvl: number,
  assets = ['USDC'],
): Partial<StrategyRecord> => ({ id, chain, current_apy: apy, tvl, underlying_assets: assets });

/**
 * Returns the APY comparison of some strategies. The groups are sorted by weighted mean APY, highest first. `best` is
 * the id of the best strategy in the group.
 * @param isIncluded whether a strategy is compared; all strategies by default
 */
function compared(
  list: readonly Partial<StrategyRecord>[],
  group: Group,
  isIncluded = (_id: string) => true,
) {
  const catalog = catalogOf(list);
  const columns = {
    apy: catalog.numbers('current_apy'),
    tvl: catalog.numbers('tvl'),
  };
  const ids = catalog.ids();
  const all = Uint32Array.from(ids.keys());
  const groups = sortGroupsByApy(
    groupMembersOf(groupingOf(catalog, group), all),
    new SortOrders(catalog).get('current_apy'),
  );
  const selected = all.filter((strategyIndex) => isIncluded(ids[strategyIndex] ?? ''));
  return compareApys(columns, selected, groups)
    .map(({ bestIndex, ...each }) => ({ ...each, best: ids[bestIndex] }))
    .sort((a, b) => b.weightedMean - a.weightedMean);
}

test('the APY comparison shows the best, median and weighted mean APY and the spread of each group', () => {
  const rows = compared(
    [
      strategy('a', 'ethereum', 2, 600),
      strategy('b', 'ethereum', 4, 300),
      strategy('c', 'ethereum', 9, 100),
      strategy('d', 'base', 6, 100),
      strategy('e', 'base', 3, 50),
    ],
    'chain',
  );
  expect(rows).toMatchObject([
    {
      key: 'base',
      strategies: 2,
      tvl: 150,
      best: 'd',
      lowest: 3,
      median: 4.5,
      weightedMean: 5,
      spread: 3,
    },
    { key: 'ethereum', strategies: 3, tvl: 1_000, best: 'c', lowest: 2, median: 4, spread: 7 },
  ]);
  expect(rows[1]?.weightedMean).toBeCloseTo(3.3, 10);
});

test('the weighted mean APY of a group without TVL is unknown', () => {
  const rows = compared([strategy('a', 'x', 50, 0), strategy('b', 'y', -4, 10)], 'chain');
  expect(rows.find(({ key }) => key === 'x')?.weightedMean).toBeNaN();
  expect(compared([], 'asset')).toEqual([]);
});

const anyStrategies = fc
  .array(
    fc.record({
      chain: fc.constantFrom('a', 'b'),
      protocol: fc.constantFrom('p', 'q'),
      underlying_assets: fc.uniqueArray(fc.constantFrom('USDC', 'ETH'), { minLength: 1 }),
      current_apy: fc.oneof(fc.constant(5), fc.double({ min: -50, max: 500, noNaN: true })),
      tvl: fc.oneof(fc.constant(500), fc.double({ min: 1, max: 1e9, noNaN: true })),
    }),
  )
  .map((list) => list.map((each, index) => ({ ...each, id: `strat_${index}` })));
const anyGroup = fc.constantFrom<Group>('chain', 'protocol', 'asset');

test('for any strategies and any grouping, the APY comparison equals a simple calculation', () => {
  fc.assert(
    fc.property(anyStrategies, anyGroup, fc.uniqueArray(fc.nat(20)), (list, group, left) => {
      const leftOut = new Set(left.map((index) => `strat_${index}`));
      const selected = list.filter(({ id }) => !leftOut.has(id));
      const comparisonsSortedByKey = compared(list, group, (id) => !leftOut.has(id)).sort((a, b) =>
        a.key < b.key ? -1 : 1,
      );
      expect(comparisonsSortedByKey).toEqual(
        computeExpectedComparison(selected.map(strategyRecordOf), group),
      );
    }),
  );
});

test('the median and the weighted mean of a group are between its lowest and its highest APY', () => {
  fc.assert(
    fc.property(anyStrategies, anyGroup, (list, group) => {
      for (const { highest, lowest, median, weightedMean } of compared(list, group)) {
        for (const figure of [median, weightedMean]) {
          expect(figure).toBeGreaterThanOrEqual(lowest - 1e-6);
          expect(figure).toBeLessThanOrEqual(highest + 1e-6);
        }
      }
    }),
  );
});
