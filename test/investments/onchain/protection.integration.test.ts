import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeNumber, encodeReadCall, encodeStepCall } from '../../../shared/chain/erc4626.ts';
import type { Hex } from '../../../shared/chain/multicall.ts';
import { readContract } from '../../../shared/chain/node.ts';
import { addVault } from '../../../shared/investments/vaults/vaults.ts';
import { toChecksummedAddress } from '../../../shared/platform/domain/ethereum.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { recordVaultFigures } from '../../../shared/strategies/records.ts';
import { ANN, BEN, call, startVaultChain, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { publish } from '../../support/ledger.ts';

const [ann, ben] = [ANN ?? '0x', BEN ?? '0x'];
const USDC = 10n ** 6n;

let engine: EmbeddedTable;
let chain: VaultChain;
let router: Hex;
beforeAll(async () => {
  engine = await startTable();
  chain = await startVaultChain('base', 1);
  router = await chain.deployRouter();
}, 120_000);
afterAll(async () => {
  await chain?.stop();
  await engine?.stop();
});

let table: Table;
let restoreChain: () => Promise<void>;
beforeEach(async () => {
  table = await engine.another();
  restoreChain = await chain.keep();
});
afterEach(() => restoreChain());

type Router = NonNullable<VaultChain['settings']['router']>;

/** Opens the market of a vault, with a router if one is given. */
async function marketOf(vault: Hex, through?: Router['kind']): Promise<VaultMarket> {
  const { id } = await publish(table, { chain: 'base', min_deposit: 0 });
  const { router: _, ...bare } = chain.settings;
  const settings = through === undefined ? bare : { ...bare, router: routerOf(through) };
  await addVault(table, [settings], { strategyId: id, address: vault, rebasing: false, now: new Date() });
  return VaultMarket.of({ ...chain, settings }, id, table);
}

const routerOf = (kind: Router['kind']) => ({ address: router, kind, slippageBasisPoints: 50 });

const send = async (from: Hex, to: Hex, data: Hex) => chain.included(await chain.send({ from, to, data }));
const balanceOf = async (token: Hex, owner: Hex) =>
  decodeNumber(await readContract(chain.settings, { to: token, data: encodeReadCall.balanceOf(owner) })) ??
  -1n;

/** Ben buys the first shares of a vault and donates to it before the steps of other wallets are mined. */
async function frontRun(vault: Hex, bought: bigint, donated: bigint): Promise<void> {
  await send(ben, chain.usdc, call.mint(ben, bought + donated));
  await send(ben, chain.usdc, encodeStepCall.approve(vault, bought));
  await send(ben, vault, encodeStepCall.deposit(bought, ben));
  await send(ben, chain.usdc, call.transfer(vault, donated));
}

/** Redeems all of Ben's shares. Returns Ben's balance after that. */
async function redeemAll(vault: Hex): Promise<bigint> {
  await send(ben, vault, encodeStepCall.redeem(await balanceOf(vault, ben), ben));
  return balanceOf(chain.usdc, ben);
}

describe('a front-runner in an empty vault', () => {
  test('if a front-runner inflates the share price, the router reverts the deposit and the depositor loses no money', async () => {
    const vault = await chain.deployOddVault(chain.usdc, 'empty');
    const market = await marketOf(vault, 'erc4626');
    const had = { ann: await balanceOf(chain.usdc, ann), ben: await balanceOf(chain.usdc, ben) };
    const vaultTransaction = await market.deposit('100');
    await frontRun(vault, 1n, 100n * USDC);
    await market.submit(vaultTransaction.id, await market.sign(vaultTransaction));
    await market.watch();
    expect(await market.transaction(vaultTransaction.id)).toMatchObject({
      status: 'failed',
      failure: 'reverted',
    });
    expect(await balanceOf(chain.usdc, ann)).toBe(had.ann);
    expect(await redeemAll(vault)).toBeLessThanOrEqual(had.ben + 1n + 100n * USDC);
  });

  test('a deposit into an empty vault is rejected if the chain has no router', async () => {
    const market = await marketOf(await chain.deployOddVault(chain.usdc, 'empty'));
    await expect(market.deposit('100')).rejects.toMatchObject({
      code: 'unsafe_share_price',
      details: { reason: 'unprotected' },
      message: expect.stringContaining('Increase the amount or choose another strategy'),
    });
  });

  test('a front-runner loses more than the depositor if the vault shares have six more decimals than the asset', async () => {
    const vault = await chain.deployOddVault(chain.usdc, 6);
    const market = await marketOf(vault);
    const vaultTransaction = await market.deposit('100');
    const before = await balanceOf(chain.usdc, ben);
    await frontRun(vault, 1n, 1_000n * USDC);
    await market.sign(vaultTransaction);
    const shares = await balanceOf(vault, ann);
    const data = encodeReadCall.previewRedeem(shares);
    const worth = decodeNumber(await readContract(chain.settings, { to: vault, data })) ?? 0n;
    expect(worth).toBeGreaterThanOrEqual((100n * USDC * 995n) / 1_000n);
    const lost = before + 1n + 1_000n * USDC - (await redeemAll(vault));
    expect(lost).toBeGreaterThan(100n * USDC - worth);
  });
});

test('after a first deposit of 0.01 USDC, a donation to the vault costs a depositor less than 0.5%', async () => {
  const vault = await chain.deployOddVault();
  const market = await marketOf(vault);
  const vaultTransaction = await market.deposit('10');
  await send(ben, chain.usdc, call.mint(vault, 100n * USDC));
  await market.sign(vaultTransaction);
  const data = encodeReadCall.previewRedeem(await balanceOf(vault, ann));
  const worth = decodeNumber(await readContract(chain.settings, { to: vault, data })) ?? 0n;
  expect(worth).toBeGreaterThanOrEqual((10n * USDC * 995n) / 1_000n);
});

describe.each(['erc4626', 'yearn'] as const)('a withdrawal through a router of the kind %s', (kind) => {
  /** Deposits 100 USDC for Ann into a new vault that holds 1,000 USDC. Returns the vault and its market. */
  async function invested() {
    const vault = await chain.deployOddVault();
    await send(ben, chain.usdc, call.mint(ben, 1_000n * USDC));
    await send(ben, chain.usdc, encodeStepCall.approve(vault, 1_000n * USDC));
    await send(ben, vault, encodeStepCall.deposit(1_000n * USDC, ben));
    const market = await marketOf(vault, kind);
    await market.sign(await market.deposit('100'));
    await market.watch();
    return { vault, market };
  }

  test.each([
    ['40', 'withdraw', 40n],
    ['all', 'redeem', 100n],
  ] as const)(
    'the steps of a withdrawal approve the vault shares to the router and then call the router (amount: %s)',
    async (amount, type, paid) => {
      const { vault, market } = await invested();
      const before = await balanceOf(chain.usdc, ann);
      const vaultTransaction = await market.withdraw(amount);
      expect(vaultTransaction.steps.map((step) => [step.type, step.to])).toEqual([
        ['approve', toChecksummedAddress(vault)],
        [type, toChecksummedAddress(router)],
      ]);
      expect(vaultTransaction.simulated).toBe(true);
      await market.submit(vaultTransaction.id, await market.sign(vaultTransaction));
      await market.watch();
      expect(await market.transaction(vaultTransaction.id)).toMatchObject({
        status: 'confirmed',
        amount: String(paid),
      });
      expect((await balanceOf(chain.usdc, ann)) - before).toBe(paid * USDC);
    },
  );

  test.each(['40', 'all'] as const)(
    'a withdrawal of the amount "%s" reverts if the share price falls before the transaction is mined',
    async (amount) => {
      const { vault, market } = await invested();
      const vaultTransaction = await market.withdraw(amount);
      await send(ben, vault, call.lose(200n));
      const held = await balanceOf(vault, ann);
      await market.submit(vaultTransaction.id, await market.sign(vaultTransaction));
      await market.watch();
      expect(await market.transaction(vaultTransaction.id)).toMatchObject({
        status: 'failed',
        failure: 'reverted',
      });
      expect(await balanceOf(vault, ann)).toBe(held);
    },
  );
});

describe('the share price of a vault', () => {
  test('a deposit is rejected if the share price was not observed within the last hour', async () => {
    const market = await marketOf(await chain.deployOddVault());
    await market.sign(await market.deposit('10'));
    await recordVaultFigures(table, market.strategyId, []);
    await expect(market.deposit('10')).rejects.toMatchObject({ details: { reason: 'unobserved' } });
    expect(await market.withdraw('all')).toMatchObject({ status: 'pending' });
    await market.observe();
    expect(await market.deposit('10')).toMatchObject({ status: 'pending' });
  });

  test('a withdrawal is rejected if the share price fell by more than 0.5% since its last observation', async () => {
    const vault = await chain.deployOddVault();
    const market = await marketOf(vault);
    await market.sign(await market.deposit('10'));
    await send(ben, vault, call.lose(100n));
    await expect(market.withdraw('all')).rejects.toMatchObject({
      code: 'unsafe_share_price',
      details: { reason: 'moved' },
    });
    await market.observe();
    expect(await market.withdraw('all')).toMatchObject({ status: 'pending' });
  });
});
