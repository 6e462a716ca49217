import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { donationLossInBasisPoints } from '../../../../shared/investments/domain/onchain/donation.ts';

const USDC = 10n ** 6n;
const amount = fc.bigInt({ min: 1n, max: 10n ** 24n });

/**
 * Returns the value of the depositor's shares immediately after a deposit, by the formula of OpenZeppelin's ERC-4626.
 */
function valueAfterDeposit(supply: bigint, held: bigint, virtual: bigint, assets: bigint): bigint {
  const shares = (assets * (supply + virtual)) / (held + 1n);
  return (shares * (held + assets + 1n)) / (supply + shares + virtual);
}

test('a donation to the vault never costs the next depositor more than donationLossInBasisPoints predicts', () => {
  const scenario = fc.record({
    supply: fc.bigInt({ min: 0n, max: 10n ** 24n }),
    totalAssets: fc.bigInt({ min: 0n, max: 10n ** 24n }),
    offset: fc.nat({ max: 12 }),
  });
  fc.assert(
    fc.property(scenario, amount, fc.nat({ max: 1_000 }), (vault, assets, permille) => {
      const { supply, totalAssets, offset } = vault;
      let most = assets;
      if (totalAssets > assets) most = totalAssets;
      const held = totalAssets + (10n * most * BigInt(permille)) / 1_000n;
      const worth = valueAfterDeposit(supply, held, 10n ** BigInt(offset), assets);
      // In every vault, rounding may reduce the value of a position by one base unit.
      const lost = assets - worth - 1n;
      expect(lost * 10_000n).toBeLessThanOrEqual(donationLossInBasisPoints(vault, assets) * assets);
    }),
  );
});

test.each([
  [
    'loses its whole value in an empty vault without virtual shares',
    { supply: 0n, totalAssets: 0n, offset: 0 },
    10_000n,
  ],
  [
    'loses almost nothing in an empty vault whose shares have six more decimals than the asset',
    { supply: 0n, totalAssets: 0n, offset: 6 },
    1n,
  ],
  [
    'loses about 0.1% in a vault with a first deposit of 0.01 USDC',
    { supply: 10_000n, totalAssets: 10_000n, offset: 0 },
    11n,
  ],
  ['loses almost nothing in a large vault', { supply: 10n ** 12n, totalAssets: 10n ** 12n, offset: 0 }, 1n],
  [
    'loses its whole value in a vault with few shares and a high share price',
    { supply: 10n, totalAssets: 10n ** 12n, offset: 0 },
    10_000n,
  ],
])('if an attacker first donates assets to the vault, a deposit of 10 USDC %s', (_, vault, loss) => {
  expect(donationLossInBasisPoints(vault, 10n * USDC)).toBe(loss);
});
