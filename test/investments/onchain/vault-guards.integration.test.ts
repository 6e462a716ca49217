import { encodeAbiParameters, encodeFunctionData, parseAbi, toHex } from 'viem/utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createStepSender } from '../../../clients/sdk/src/index.ts';
import { encodeStepCall } from '../../../shared/chain/erc4626.ts';
import type { Hex } from '../../../shared/chain/multicall.ts';
import { listHoldings } from '../../../shared/investments/reports/vault-holdings.ts';
import { addVault, VaultError } from '../../../shared/investments/vaults/vaults.ts';
import { toChecksummedAddress } from '../../../shared/platform/domain/ethereum.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { putVault } from '../../../shared/strategies/records.ts';
import { at } from '../../support/at.ts';
import { ANN, BEN, call, startVaultChain, VAULT, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { buildVaultRecord } from '../../support/chain/vault-transactions.ts';
import { conflict } from '../../support/engine/conflict-rule.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { interceptCommands } from '../../support/engine/intercept-commands.ts';
import { publish } from '../../support/ledger.ts';
import { present } from '../../support/present.ts';

const ABI = parseAbi([
  'function payOnRequest(bool asynchronous)',
  'function coolDown(uint256 duration)',
  'function takeOnEntry(uint256 basisPoints)',
  'function takeAtMost(uint256 limit, bool keepsLimit)',
]);
const ADDRESS_WITHOUT_CONTRACT: Hex = '0x00000000000000000000000000000000000000aa';
const [ann, ben] = [ANN ?? '0x', BEN ?? '0x'];
const USDC = 10n ** 6n;

let engine: EmbeddedTable;
let chain: VaultChain;
/** Address of a vault whose behaviour the tests control. */
let odd: Hex;
beforeAll(async () => {
  engine = await startTable();
  chain = await startVaultChain('base', 1);
  odd = await chain.deployOddVault();
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

const tell = (data: Hex) => chain.send({ from: ben, to: odd, data });
const mint = (to: Hex, value: bigint) =>
  chain.send({ from: ben, to: chain.usdc, data: call.mint(to, value) });
/**
 * Writes to the storage of the token. Slot 2 holds its decimals and whether allowances must be reset, slot 3 its
 * transfer fee.
 */
const setUsdcStorageSlot = (slot: number, value: bigint) =>
  chain.rpc('anvil_setStorageAt', chain.usdc, toHex(slot), toHex(value, { size: 32 }));

async function register(address: Hex = odd): Promise<VaultMarket> {
  const { id } = await publish(table, { chain: 'base', min_deposit: 0 });
  await addVault(table, [chain.settings], { strategyId: id, address, rebasing: false, now: new Date() });
  return VaultMarket.of(chain, id, table);
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'accepted',
    (error: unknown) => (error instanceof VaultError ? error.message : error),
  );

/** Deposits assets directly into the vault for a wallet. The service does not take part. */
async function depositDirectly(wallet: Hex, assets: bigint): Promise<void> {
  await mint(wallet, assets);
  await chain.send({ from: wallet, to: chain.usdc, data: encodeStepCall.approve(odd, assets) });
  await chain.send({ from: wallet, to: odd, data: encodeStepCall.deposit(assets, wallet) });
}

describe('the registration of a vault', () => {
  test('a vault that passes all checks is registered with its fees', async () => {
    const market = await register();
    expect(await market.deposit('10')).toMatchObject({ status: 'pending', simulated: true });
  });

  const isAddress = (prepared: unknown): prepared is Hex => /^0x[0-9a-f]{40}$/.test(String(prepared));
  /** Deploys a vault that received assets before the first deposit. */
  const given = async () => {
    const empty = await chain.deployOddVault(chain.usdc, 'empty');
    await mint(empty, 1_000n * USDC);
    return empty;
  };

  const behaviourSetters = {
    payOnRequest: () => tell(encodeFunctionData({ abi: ABI, functionName: 'payOnRequest', args: [true] })),
    coolDown: () => tell(encodeFunctionData({ abi: ABI, functionName: 'coolDown', args: [86_400n] })),
    takeOnEntry: () => tell(encodeFunctionData({ abi: ABI, functionName: 'takeOnEntry', args: [10n] })),
  };

  test.each([
    ['its address has no contract', async () => ADDRESS_WITHOUT_CONTRACT, 'No contract exists'],
    ['its address is not an ERC-4626 vault', async () => chain.usdc, 'is not an ERC-4626 vault'],
    ['it pays withdrawals only after a separate request', behaviourSetters.payOnRequest, 'ERC-7540'],
    ['it pays withdrawals only after a cooldown', behaviourSetters.coolDown, '86400 seconds'],
    ['it charges an entry fee', behaviourSetters.takeOnEntry, 'charges an entry fee'],
    ['somebody donated assets to it before the first deposit', given, 'could be stolen'],
    [
      'its asset charges a fee on each transfer',
      async () => {
        await depositDirectly(ben, 100n * USDC);
        return setUsdcStorageSlot(3, 100n);
      },
      'charges a fee on each transfer',
    ],
  ] as const)('a vault is not registered if %s', async (_, prepare, said) => {
    const prepared = await prepare();
    expect(await refusal(register(isAddress(prepared) ? prepared : odd))).toContain(said);
  });
});

test('the vault of a strategy cannot be replaced after a deposit, because wallets may hold its shares', async () => {
  const { strategyId } = await VaultMarket.open(table, chain);
  const other = { strategyId, address: odd, rebasing: false, now: new Date() };
  await addVault(table, [chain.settings], other);
  const market = await VaultMarket.of(chain, strategyId, table);
  await market.deposit('10');
  const former = addVault(table, [chain.settings], { ...other, address: VAULT });
  expect(await refusal(former)).toContain(`has the vault ${odd}`);
});

test('the SDK function createStepSender sends the steps of a deposit and of a withdrawal', async () => {
  const market = await VaultMarket.open(table, chain);
  const request = ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
    chain.rpc(method, ...params);
  const send = createStepSender({ request }, ann, { everyMs: 5 });
  for (const requestSteps of [() => market.deposit('10'), () => market.withdraw('all')]) {
    for (const step of (await requestSteps()).steps) expect(await send(step)).toMatch(/^0x/);
  }
  expect(await chain.sharesOf(ann)).toBe(0n);
});

describe('the end user of a vault position', () => {
  const usersOf = async () =>
    (await listHoldings(table, 'usr_a', { page: 1, per_page: 10 })).data.map(({ user_id }) => user_id);

  test('a request for a vault position of another end user is rejected', async () => {
    const market = await VaultMarket.open(table, chain);
    market.userId = 'bea';
    await market.sign(await market.deposit('10'));
    market.userId = 'cyd';
    for (const ask of [() => market.deposit('5'), () => market.withdraw('1')]) {
      await expect(ask()).rejects.toMatchObject({
        code: 'invalid_request',
        details: { issues: [{ path: 'body.user_id' }] },
      });
    }
    market.userId = undefined;
    expect(await market.withdraw('1')).toMatchObject({ user_id: 'bea' });
    expect(await usersOf()).toEqual(['bea']);
  });

  test('a vault position belongs to one end user, even when several end users request a first deposit at the same time', async () => {
    const market = await VaultMarket.open(table, chain);
    const asking = ['bea', 'cyd', undefined].map((userId) => {
      market.userId = userId;
      return market.deposit('5').then(
        ({ user_id }) => user_id,
        (error: unknown) => at(error, 'code'),
      );
    });
    const [bea, cyd, none] = await Promise.all(asking);
    const [user] = await usersOf();
    expect(await usersOf()).toHaveLength(1);
    expect(bea).toBe(user === 'bea' ? 'bea' : 'invalid_request');
    expect(cyd).toBe(user === 'cyd' ? 'cyd' : 'invalid_request');
    // The request without an end user either gets the end user of the position, or fails because of a conflict.
    expect([user, 'too_many_transactions']).toContain(none);
  });
});

describe('a deposit into a vault with limits', () => {
  test('a deposit into a vault that always reports a limit of zero is accepted if its simulation succeeds', async () => {
    await tell(encodeFunctionData({ abi: ABI, functionName: 'takeAtMost', args: [0n, false] }));
    expect(await (await register()).deposit('10')).toMatchObject({ status: 'pending', simulated: true });
  });

  test('the error of a failed simulation has the revert reason of the contract', async () => {
    const market = await register();
    await tell(encodeFunctionData({ abi: ABI, functionName: 'takeAtMost', args: [0n, true] }));
    await expect(market.deposit('10')).rejects.toMatchObject({
      code: 'simulation_failed',
      details: { step: 1, reason: 'full' },
      message:
        'The service simulated the transaction, and step 2 failed. The contract gave the reason "full". Check the amount and the wallet balance, or retry later.',
    });
  });

  test('a deposit above the limit of a vault is rejected, and the error states the amount that the vault accepts', async () => {
    const market = await register();
    await tell(encodeFunctionData({ abi: ABI, functionName: 'takeAtMost', args: [7n * USDC, true] }));
    await expect(market.deposit('10')).rejects.toMatchObject({
      code: 'simulation_failed',
      message: expect.stringContaining('at most 7 USDC'),
    });
    expect(await market.deposit('7')).toMatchObject({ status: 'pending' });
  });

  test('a deposit is rejected after tokens that were sent to the vault have inflated its share price', async () => {
    const market = await register();
    await depositDirectly(ben, 1n);
    await mint(odd, 1_000n * USDC);
    await expect(market.deposit('600')).rejects.toMatchObject({ code: 'unsafe_share_price' });
  });

  test('a deposit has an extra approval step if the token requires a zero allowance first', async () => {
    const market = await register();
    const DECIMALS = 6n;
    await setUsdcStorageSlot(2, DECIMALS + 256n);
    await chain.send({ from: ann, to: chain.usdc, data: encodeStepCall.approve(odd, 5n) });
    const vaultTransaction = await market.deposit('10');
    expect(vaultTransaction.steps.map(({ type }) => type)).toEqual(['approve', 'approve', 'deposit']);
    expect(vaultTransaction.simulated).toBe(true);
    await market.sign(vaultTransaction);
    await market.watch();
    expect(await market.transaction(vaultTransaction.id)).toMatchObject({
      status: 'confirmed',
      amount: '10',
    });
  });
});

describe('the native coin of a chain', () => {
  const NATIVE_COIN_ADDRESS: Hex = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

  test('a vault whose asset is a native coin cannot be registered', async () => {
    expect(await refusal(register(await chain.deployOddVault(NATIVE_COIN_ADDRESS, 'empty')))).toContain(
      'native coin ETH',
    );
  });

  test('a deposit or withdrawal of a native coin is rejected', async () => {
    const { id: strategy_id } = await publish(table, { chain: 'base', min_deposit: 0 });
    const asset = { address: NATIVE_COIN_ADDRESS, symbol: 'ETH', decimals: 18 };
    await putVault(table, { ...buildVaultRecord({ strategy_id, address: odd }), asset });
    const market = await VaultMarket.of(chain, strategy_id, table);
    for (const ask of [() => market.deposit('1'), () => market.withdraw('1'), () => market.withdraw('all')]) {
      await expect(ask()).rejects.toMatchObject({
        ...{ code: 'native_asset', status: 422, details: { asset: 'ETH' } },
        message: expect.stringContaining('Wrap your ETH first'),
      });
    }
  });

  test('a deposit of a native coin into a vault of its wrapped token is rejected', async () => {
    const weth = present(chain.settings.tokens.find(({ asset }) => asset === 'WETH'));
    const market = await register(await chain.deployOddVault(`0x${weth.address.slice(2).toLowerCase()}`));
    market.asset = 'eth';
    await expect(market.deposit('1')).rejects.toMatchObject({
      code: 'native_asset',
      message: 'Vaults accept tokens, but not the native coin ETH. Wrap your ETH first, then deposit WETH.',
    });
    market.asset = 'weth';
    expect(await market.deposit('1')).toMatchObject({ asset: 'WETH', status: 'pending' });
  });
});

describe.each(['erc4626', 'yearn'] as const)('a deposit through a router of the kind %s', (kind) => {
  /**
   * Registers the vault and returns its market on a chain with a router. The router accepts at most half a percent
   * fewer shares than expected.
   */
  async function openRoutedMarket() {
    const router = { address: await chain.deployRouter(), kind, slippageBasisPoints: 50 };
    const { strategyId } = await register();
    await depositDirectly(ben, 1_000n * USDC);
    const settings = { ...chain.settings, router };
    return { router, market: await VaultMarket.of({ ...chain, settings }, strategyId, table) };
  }

  test('the steps of the deposit first approve the token for the router and then call the router', async () => {
    const { router, market } = await openRoutedMarket();
    const vaultTransaction = await market.deposit('10');
    expect(vaultTransaction.steps.map(({ type, to }) => [type, to])).toEqual([
      ['approve', toChecksummedAddress(chain.usdc)],
      ['deposit', toChecksummedAddress(router.address)],
    ]);
    expect(vaultTransaction.simulated).toBe(true);
    await market.submit(vaultTransaction.id, await market.sign(vaultTransaction));
    await market.watch();
    expect(await market.transaction(vaultTransaction.id)).toMatchObject({
      status: 'confirmed',
      amount: '10',
    });
  });

  test('a deposit reverts if it would buy fewer shares than its minimum number of shares', async () => {
    const { market } = await openRoutedMarket();
    const vaultTransaction = await market.deposit('10');
    // The share price rises by 1% between the response and the signature.
    await mint(odd, 10n * USDC);
    await market.submit(vaultTransaction.id, await market.sign(vaultTransaction));
    await market.watch();
    expect(await market.transaction(vaultTransaction.id)).toMatchObject({
      status: 'failed',
      failure: 'reverted',
    });
  });
});

test('the watcher reports a change of wallet shares that no vault event explains', async () => {
  const market = await register();
  const first = await market.deposit('10');
  await market.sign(first);
  expect(await market.watch()).toMatchObject({ posted: 1, differing: 0 });
  // Changes the wallet's shares in the mapping at slot 0, as a rebasing vault would.
  const words = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [ann, 0n]);
  const slot = await chain.rpc('web3_sha3', words);
  await chain.rpc('anvil_setStorageAt', odd, slot, toHex(5n, { size: 32 }));
  await depositDirectly(ann, 1n * USDC);
  expect(await market.watch()).toMatchObject({ differing: 1 });
});

test('a deposit returns 429 when its steps cannot be stored because of write conflicts', async () => {
  const { strategyId } = await register();
  const random = vi.spyOn(Math, 'random').mockReturnValue(0);
  const busy = interceptCommands(table, ({ kind }) => {
    if (kind === 'TransactWriteCommand') throw conflict();
  });
  const meeting = await VaultMarket.of(chain, strategyId, busy);
  await expect(meeting.deposit('10', ann, 'k')).rejects.toMatchObject({ code: 'too_many_transactions' });
  random.mockRestore();
  const market = await VaultMarket.of(chain, strategyId, table);
  expect(await market.deposit('10', ann, 'k')).toMatchObject({ status: 'pending' });
});
