import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_WALLETS } from '../../infra/emulator/chains/local-chains.ts';
import { priceLookup } from '../../shared/market/domain/price-lookup.ts';
import { publishSnapshot } from '../../shared/platform/dynamodb/snapshots/publish-snapshot.ts';
import { CATALOG_SNAPSHOT, encodeCatalog } from '../../shared/strategies/domain/catalog/encoding/encode.ts';
import { type LocalChains, startLocalChains } from '../support/chain/chains.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { handlersOn } from '../support/handlers.ts';
import { expectedAround, strategyRecordOf } from '../support/records.ts';
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
    expected_apy: expectedAround(apy),
    peer_apy: apy,
    as_of: AS_OF.toISOString(),
  });

let table: EmbeddedTable;
let local: LocalChains | undefined;
let find: typeof import('../../shared/investments/opportunities.ts').findOpportunities;

beforeAll(async () => {
  [table, local] = await Promise.all([startTable(), startLocalChains(['ethereum', 'base'])]);
  await handlersOn(table);
  ({ findOpportunities: find } = await import('../../shared/investments/opportunities.ts'));
  const catalog = encodeCatalog([
    strategy('usdc1', 'base', 'USDC', 5),
    strategy('usdc2', 'base', 'USDC', 7),
    strategy('weth', 'base', 'WETH', 3),
  ]);
  await publishSnapshot(table, CATALOG_SNAPSHOT, catalog, { asOf: AS_OF, now: AS_OF });
  await connect(table, 'usr_rich', 'alice', rich);
});
afterAll(async () => {
  await Promise.all([table.stop(), local?.stop()]);
});

const prices = async () => ({
  priceOf: priceLookup([
    ['ETH', 2_000],
    ['USDC', 1],
  ]),
  asOf: null,
});
function ask(owner: string, address = rich, isDown = false) {
  const chains = (local?.chains ?? []).map(({ settings }) => settings);
  const reached = chains.map((chain, index) =>
    isDown && index === 0 ? { ...chain, rpcUrl: 'http://127.0.0.1:1' } : chain,
  );
  const query = { address, risk_level: 'medium' as const, horizon_days: 90 };
  return find({ table, chains: reached, prices }, query, { principal: callerOf(owner).principal, context });
}

// Where the node is not installed for the platform there is no chain to read.
describe.runIf(process.platform === 'linux')('opportunities of a wallet', () => {
  test('name the best strategies for each token that some strategy takes, and say to wrap native ETH', async () => {
    const { data } = await ask('usr_rich');
    expect(data.map(({ chain, asset, kind }) => [chain, asset, kind])).toEqual([
      ['base', 'ETH', 'balance'],
      ['base', 'USDC', 'balance'],
      ['base', 'WETH', 'balance'],
    ]);
    const [native, dollars] = data;
    expect(native?.note).toBe('Wrap ETH to WETH first: strategies take tokens, not native coins.');
    expect(native?.options.map(({ strategy_id }) => strategy_id)).toEqual(['strat_weth']);
    expect(dollars?.options.map(({ strategy_id }) => strategy_id)).toEqual(['strat_usdc2', 'strat_usdc1']);
    // 25,000 USDC at 7% for 90 days, less the gas.
    expect(dollars?.options[0]?.expected_gain).toBeGreaterThan(390);
    expect(dollars?.options[0]?.expected_gain).toBeLessThan(430);
  });

  test('name a chain that does not answer, and go on without it', async () => {
    const { data, meta } = await ask('usr_rich', rich, true);
    expect(meta.chains.map(({ status }) => status === 'ok')).toEqual([false, true]);
    expect(data).toHaveLength(3);
  });

  test('are never those of another account or of a wallet that is not connected', async () => {
    await expect(ask('usr_poor')).rejects.toMatchObject({ code: 'wallet_connection_not_found' });
    await expect(ask('usr_rich', addressOf(7))).rejects.toMatchObject({
      code: 'wallet_connection_not_found',
    });
  });
});
