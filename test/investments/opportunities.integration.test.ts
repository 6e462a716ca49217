import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_WALLETS } from '../../infra/emulator/chains/local-chains.ts';
import type { Hex } from '../../shared/chain/abi.ts';
import { VAULT_HOLDINGS_MAX } from '../../shared/investments/opportunities.ts';
import { createPriceLookup } from '../../shared/market/domain/price-lookup.ts';
import { publishSnapshot } from '../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import type { RiskLevel } from '../../shared/strategies/contract/strategy.ts';
import {
  CATALOG_SNAPSHOT_NAME,
  encodeCatalog,
} from '../../shared/strategies/domain/catalog/encoding/encode.ts';
import { PRICED_WHOLE_SHARES } from '../../shared/strategies/domain/vault-figures.ts';
import { recordVaultFigures } from '../../shared/strategies/records.ts';
import { type LocalChains, startLocalChains } from '../support/chain/chains.ts';
import { FollowedVaults } from '../support/chain/followed-vaults.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { loadHandlers } from '../support/handlers.ts';
import { DAY_MS, T0 } from '../support/ledger.ts';
import { expectedApyAround, strategyRecordOf } from '../support/records.ts';
import { addressOf, callerOf, connect } from '../support/wallets.ts';

const [rich = ''] = DEMO_WALLETS.map(({ address }) => address);
const AS_OF = new Date('2026-01-05T10:00:00.000Z');
const context = { now: AS_OF, log: { warn: () => {}, info: () => {}, error: () => {} } };
const strategy = (id: string, chain: string, asset: string, apy: number) =>
  strategyRecordOf({
    id: `strat_${id}`,
    chain,
    asset,
    underlying_assets: [asset],
    tvl: 500_000_000,
    current_apy: apy,
    historical_apy: { '7d': apy, '30d': apy, '90d': apy },
    expected_apy: expectedApyAround(apy),
    peer_apy: apy,
    as_of: AS_OF.toISOString(),
  });

let table: EmbeddedTable;
let local: LocalChains | undefined;
let find: typeof import('../../shared/investments/opportunities.ts').findOpportunities;

beforeAll(async () => {
  [table, local] = await Promise.all([startTable(), startLocalChains(['ethereum', 'base'])]);
  await loadHandlers(table);
  ({ findOpportunities: find } = await import('../../shared/investments/opportunities.ts'));
  const catalog = encodeCatalog(
    [
      strategy('000000a1', 'base', 'USDC', 5),
      strategy('000000a2', 'base', 'USDC', 7),
      { ...strategy('000000a3', 'base', 'WETH', 3), risk_level: 'medium' as const },
      strategy('000000b1', 'base', 'USDC', 6),
    ],
    new Set(['strat_000000a1', 'strat_000000a2', 'strat_000000a3']),
  );
  await publishSnapshot(table, CATALOG_SNAPSHOT_NAME, catalog, { asOf: AS_OF, now: AS_OF });
  await table.settle();
  await connect(table, 'usr_rich', 'alice', rich);
  await connect(table, 'usr_many', 'alice', rich);
});
afterAll(async () => {
  await Promise.all([table.stop(), local?.stop()]);
});

const prices = async () => ({
  priceOf: createPriceLookup([
    ['ETH', 2_000],
    ['USDC', 1],
  ]),
  asOf: null,
});
function ask(
  owner: string,
  address = rich,
  isDown = false,
  { risk_level, horizon_days }: { risk_level: RiskLevel; horizon_days: number } = {
    risk_level: 'medium',
    horizon_days: 90,
  },
) {
  const chains = (local?.chains ?? []).map(({ settings }) => settings);
  const reached = chains.map((chain, index) =>
    isDown && index === 0 ? { ...chain, rpcUrl: 'http://127.0.0.1:1' } : chain,
  );
  const query = { address, risk_level, horizon_days };
  return find({ table, chains: reached, prices }, query, { principal: callerOf(owner).principal, context });
}

// These tests read from a local chain node and therefore run only on Linux.
describe.runIf(process.platform === 'linux')('the opportunities of a wallet', () => {
  test('the opportunities name the best strategies for each token of the wallet', async () => {
    const { data } = await ask('usr_rich');
    expect(data.map(({ chain, asset, kind }) => [chain, asset, kind])).toEqual([
      ['base', 'ETH', 'balance'],
      ['base', 'USDC', 'balance'],
      ['base', 'WETH', 'balance'],
    ]);
    const [native, dollars] = data;
    expect(native?.note).toBe(
      'First wrap ETH to get WETH, because strategies accept tokens but not native coins.',
    );
    expect(native?.options.map(({ strategy_id }) => strategy_id)).toEqual(['strat_000000a3']);
    expect(dollars?.options.map(({ strategy_id, settlement }) => [strategy_id, settlement])).toEqual([
      ['strat_000000a2', 'onchain'],
      ['strat_000000b1', 'sandbox'],
      ['strat_000000a1', 'onchain'],
    ]);
    // 25,000 USDC at 7% for 90 days, less the gas.
    expect(dollars?.options[0]?.expected_gain).toBeGreaterThan(390);
    expect(dollars?.options[0]?.expected_gain).toBeLessThan(430);
  });

  test('the opportunities name a chain whose node does not answer', async () => {
    const { data, meta } = await ask('usr_rich', rich, true);
    expect(meta.chains.map(({ status }) => status === 'ok')).toEqual([false, true]);
    expect(data).toHaveLength(3);
  });

  test('the expected gain of moving a vault position excludes what the position earns now', async () => {
    const followed = new FollowedVaults(table, 'usr_many');
    const wallet: Hex = `0x${rich.slice(2).toLowerCase()}`;
    await recordVaultFigures(table, 'strat_000000a1', [
      {
        atMs: T0 + 2 * DAY_MS,
        block: 2,
        price: 12n * (PRICED_WHOLE_SHARES / 10n) * 1_000_000n,
        assets: 0n,
      },
    ]);
    const place = await followed.follow('strat_000000a1', wallet);
    await followed.createEvent(place, {
      kind: 'deposit',
      assets: 10_000_000_000n,
      shares: 10_000_000_000n,
      days: 1,
    });
    const unpriced = await followed.follow('strat_000000a3', wallet);
    await followed.createEvent(unpriced, {
      kind: 'deposit',
      assets: 5_000_000n,
      shares: 5_000_000n,
      days: 1,
    });
    const positions = async () => (await ask('usr_many')).data.filter(({ kind }) => kind === 'position');
    // The read of vault figures is eventually consistent, so they may appear later.
    await expect
      .poll(
        async () => (await positions()).find(({ strategy_id }) => strategy_id === 'strat_000000a1')?.amount,
      )
      .toBe('12000');
    const found = await positions();
    const [held] = found.filter(({ strategy_id }) => strategy_id === 'strat_000000a1');
    expect(held).toMatchObject({ chain: 'base', asset: 'USDC', value: 12_000, note: null });
    // The position cannot be moved into strat_000000b1, which has no vault.
    expect(held?.options.map(({ strategy_id }) => strategy_id)).toEqual(['strat_000000a2']);
    // 12,000 USDC at 7% instead of 5% for 90 days, less the gas.
    expect(held?.options[0]?.expected_gain).toBeGreaterThan(50);
    expect(held?.options[0]?.expected_gain).toBeLessThan(60);
    expect(found.filter(({ strategy_id }) => strategy_id === 'strat_000000a3')).toMatchObject([
      {
        amount: null,
        value: null,
        options: [],
        note: 'The share price of this vault is not known yet, so no gain can be estimated. Retry later.',
      },
    ]);
    // Another account with the same wallet does not see the positions in these vaults.
    expect((await ask('usr_rich')).data.every(({ kind }) => kind === 'balance')).toBe(true);
  });

  test('if an account has more positions than the maximum, the response contains the number of omitted positions', async () => {
    expect((await ask('usr_rich')).meta.positions_left_out).toBe(0);
    const followed = new FollowedVaults(table, 'usr_rich');
    const wallet: Hex = `0x${rich.slice(2).toLowerCase()}`;
    for (let index = 0; index < VAULT_HOLDINGS_MAX + 2; index += 1)
      await followed.follow(`strat_${String(index).padStart(8, '0')}`, wallet);
    expect((await ask('usr_rich')).meta.positions_left_out).toBe(2);
  });

  test('if no strategy matches an asset, a note names the rule that excludes the strategies', async () => {
    const lowRisk = await ask('usr_rich', rich, false, { risk_level: 'low', horizon_days: 90 });
    expect(lowRisk.data.find(({ asset }) => asset === 'WETH')).toMatchObject({
      options: [],
      note: 'The only strategy that matches did not pass every rule. The cause is a risk that is higher than you allow.',
    });
  });

  test('a request for an unconnected wallet or a wallet of another account returns not found', async () => {
    await expect(ask('usr_poor')).rejects.toMatchObject({ code: 'wallet_connection_not_found' });
    await expect(ask('usr_rich', addressOf(7))).rejects.toMatchObject({
      code: 'wallet_connection_not_found',
    });
  });
});
