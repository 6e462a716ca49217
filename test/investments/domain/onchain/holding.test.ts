import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ChainEntry } from '../../../../shared/investments/domain/onchain/entry.ts';
import { boughtBetween, worthOfShares } from '../../../../shared/investments/domain/onchain/holding.ts';
import { vaultTrackEntries } from '../../../../shared/investments/domain/reports/vault-track.ts';
import { pricedShares } from '../../../../shared/strategies/domain/vault-figures.ts';

const DECIMALS = 6;
const UNIT = pricedShares(DECIMALS);
const OBSERVED_MS = 1_000;

function entry(logKey: string, changes: Partial<ChainEntry>): ChainEntry {
  return {
    ...{ sequence: 1, effect: 'post', logKey, kind: 'deposit', amounts: { assets: 5n, shares: 4n } },
    ...{ effectiveAtMs: OBSERVED_MS + 1, bookedAtMs: OBSERVED_MS + 2 },
    ...changes,
  };
}
const observed = (price: bigint) => ({ atMs: OBSERVED_MS, price, assets: 0n });

test('a fresh position never shows a loss, at whatever price was observed before it', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 18n });
  fc.assert(
    fc.property(amount, amount, amount, (assets, shares, price) => {
      const entries = [entry('a', { amounts: { assets, shares } })];
      const bought = boughtBetween(entries, OBSERVED_MS, Number.POSITIVE_INFINITY);
      expect(worthOfShares(shares, observed(price), DECIMALS, bought)).toBe(assets);
    }),
  );
});

test('nor does one of which a part was sent away or paid out, whatever is rounded', () => {
  const amount = fc.bigInt({ min: 1n, max: 10n ** 12n });
  fc.assert(
    fc.property(amount, amount, fc.bigInt({ min: 1n, max: 10n ** 12n }), (assets, shares, part) => {
      const left = part % shares;
      const entries = [
        entry('a', { amounts: { assets, shares } }),
        entry('b', { kind: 'transfer', sequence: 2, amounts: { assets: 0n, shares: -left } }),
      ];
      const cost = vaultTrackEntries(entries).reduce((sum, step) => sum + step.cost, 0n);
      const bought = boughtBetween(entries, OBSERVED_MS, Number.POSITIVE_INFINITY);
      const worth = worthOfShares(shares - left, observed(1n), DECIMALS, bought);
      expect(worth - cost).toBeGreaterThanOrEqual(0n);
      expect(worth - cost).toBeLessThanOrEqual(1n);
    }),
  );
});

test('shares from before the observation count at its price, and no more are counted than are held', () => {
  const bought = { shares: 100n, assets: 125n };
  expect(worthOfShares(300n, observed(2n * UNIT), DECIMALS, bought)).toBe(125n + 400n);
  expect(worthOfShares(40n, observed(2n * UNIT), DECIMALS, bought)).toBe(50n);
  expect(worthOfShares(0n, observed(2n * UNIT), DECIMALS, bought)).toBe(0n);
});

test('only confirmed deposits after the observation and before the moment are counted', () => {
  const entries = [
    entry('before', { effectiveAtMs: OBSERVED_MS }),
    entry('counted', {}),
    entry('later', { effectiveAtMs: OBSERVED_MS + 9 }),
    entry('pending', { effect: 'pending' }),
    entry('transfer', { kind: 'transfer', amounts: { assets: 0n, shares: 7n } }),
    entry('gone', {}),
    entry('gone', { effect: 'reverse' }),
  ];
  expect(boughtBetween(entries, OBSERVED_MS, OBSERVED_MS + 9)).toEqual({ assets: 5n, shares: 4n });
});
