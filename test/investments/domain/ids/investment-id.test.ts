import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  investmentIdOf,
  POOL_SHARD_COUNT,
  parseVaultPositionId,
  poolShardOf,
  strategyIdOfInvestment,
  vaultPositionIdOf,
} from '../../../../shared/investments/domain/ids/investment-id.ts';

const owner = fc.string({ minLength: 1 }).map((text) => `usr_${text}`);
const strategy = fc.stringMatching(/^strat_[0-9a-z]{1,24}$/);

test('the strategy in an investment id can be decoded only with the id of the owning account', () => {
  fc.assert(
    fc.property(owner, owner, strategy, (own, other, strategyId) => {
      const id = investmentIdOf(own, strategyId);
      expect(id).toMatch(/^inv_/);
      expect(strategyIdOfInvestment(id, own)).toBe(strategyId);
      if (other !== own) expect(strategyIdOfInvestment(id, other)).toBeUndefined();
    }),
  );
});

test('the id of a vault position can be parsed back to its chain, vault and wallet', () => {
  const address = fc.stringMatching(/^0x[0-9a-f]{40}$/);
  const place = fc.record({
    chain: fc.stringMatching(/^[a-z][a-z0-9-]{0,20}$/),
    vault: address,
    wallet: address,
  });
  fc.assert(
    fc.property(owner, strategy, place, (own, strategyId, at) => {
      const id = vaultPositionIdOf(at);
      expect(parseVaultPositionId(id)).toEqual(at);
      expect(strategyIdOfInvestment(id, own)).toBeUndefined();
      expect(parseVaultPositionId(investmentIdOf(own, strategyId))).toBeUndefined();
    }),
  );
});

test('a random text is not accepted as an investment id or a vault position id', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.string().map((text) => `inv_${text}`),
      ),
      (text) => {
        expect(strategyIdOfInvestment(text, 'usr_a')).toBeUndefined();
        expect(parseVaultPositionId(text)).toBeUndefined();
      },
    ),
  );
});

test('the investments of one strategy are spread over all shards of its pool', () => {
  const shards = Array.from({ length: 2_000 }, (_, i) => poolShardOf(investmentIdOf(`usr_${i}`, 'strat_a')));
  const counts = Map.groupBy(shards, (shard) => shard);
  expect(counts.size).toBe(POOL_SHARD_COUNT);
  for (const { length } of counts.values()) expect(length).toBeLessThan((2 * 2_000) / POOL_SHARD_COUNT);
});
