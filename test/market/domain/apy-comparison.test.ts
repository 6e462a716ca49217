import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Group } from '../../../shared/market/contract/windows.ts';
import { compareApys } from '../../../shared/market/domain/apy-comparison.ts';
import { type Grouped, groupKeys } from '../../../shared/market/domain/group-keys.ts';

const by = (group: Group) => (strategy: Grouped) => groupKeys(strategy, group);

const strategy = (id: string, chain: string, apy: number, tvl: number, assets = ['USDC']) => ({
  id,
  chain,
  protocol: 'aave-v3',
  underlying_assets: assets,
  current_apy: apy,
  tvl,
});

test('best, median, weighted mean and spread, the best paying group first', () => {
  const rows = compareApys(
    [
      strategy('a', 'ethereum', 2, 600),
      strategy('b', 'ethereum', 4, 300),
      strategy('c', 'ethereum', 9, 100),
      strategy('d', 'base', 6, 100),
      strategy('e', 'base', 3, 50),
    ],
    by('chain'),
  );
  expect(rows).toMatchObject([
    {
      key: 'base',
      strategies: 2,
      tvl: 150,
      best: { id: 'd' },
      lowest: 3,
      median: 4.5,
      weightedMean: 5,
      spread: 3,
    },
    { key: 'ethereum', strategies: 3, tvl: 1_000, best: { id: 'c' }, lowest: 2, median: 4, spread: 7 },
  ]);
  expect(rows[1]?.weightedMean).toBeCloseTo(3.3, 10);
});

test('a group that holds nothing has no weighted mean and comes last; no strategies make no groups', () => {
  const rows = compareApys([strategy('a', 'x', 50, 0), strategy('b', 'y', -4, 10)], by('chain'));
  expect(rows.map(({ key }) => key)).toEqual(['y', 'x']);
  expect(rows[1]?.weightedMean).toBeNaN();
  expect(compareApys([], by('asset'))).toEqual([]);
});

test('median and weighted mean lie between lowest and best', () => {
  const any = fc.record({
    id: fc.uuid(),
    chain: fc.constantFrom('a', 'b'),
    protocol: fc.constantFrom('p', 'q'),
    underlying_assets: fc.uniqueArray(fc.constantFrom('USDC', 'ETH'), { minLength: 1 }),
    current_apy: fc.double({ min: -50, max: 500, noNaN: true }),
    tvl: fc.double({ min: 1, max: 1e9, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(any), fc.constantFrom<Group>('chain', 'protocol', 'asset'), (list, group) => {
      for (const { best, lowest, median, weightedMean } of compareApys(list, by(group))) {
        for (const figure of [median, weightedMean]) {
          expect(figure).toBeGreaterThanOrEqual(lowest - 1e-6);
          expect(figure).toBeLessThanOrEqual(best.current_apy + 1e-6);
        }
      }
    }),
  );
});
