import { mnemonicToAccount } from 'viem/accounts';
import { encodeAbiParameters, formatUnits, keccak256, parseUnits, toHex } from 'viem/utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { decodeNumber, encodeReadCall, encodeStepCall } from '../../../shared/chain/erc4626.ts';
import type { Hex } from '../../../shared/chain/multicall.ts';
import { readContract } from '../../../shared/chain/node.ts';
import { findPermitDomain } from '../../../shared/chain/permit-domain.ts';
import type { ChainTransaction } from '../../../shared/investments/contract/transactions/onchain-responses.ts';
import { isInsolvent } from '../../../shared/investments/domain/onchain/vault-comparison.ts';
import { replayVaultState } from '../../../shared/investments/domain/reports/vault-replay.ts';
import { pauseStrategy, resumeStrategy } from '../../../shared/investments/pauses.ts';
import { readBalance, readChainEntries } from '../../../shared/investments/store/onchain/chain-journal.ts';
import { putCheckpoint, readCheckpoint } from '../../../shared/investments/store/onchain/chain-logs.ts';
import { addVault } from '../../../shared/investments/vaults/vaults.ts';
import { verifyChainItems } from '../../../shared/investments/verify/verify-chain.ts';
import { toChecksummedAddress } from '../../../shared/platform/domain/ethereum.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { getPause, getStrategy } from '../../../shared/strategies/records.ts';
import { at } from '../../support/at.ts';
import { parseTypedData } from '../../support/chain/typed-data.ts';
import {
  ANN,
  BEN,
  call,
  LOCAL_MNEMONIC,
  startVaultChain,
  type VaultChain,
} from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { interceptCommands } from '../../support/engine/intercept-commands.ts';
import { publish } from '../../support/ledger.ts';

const [ann, ben] = [ANN ?? '0x', BEN ?? '0x'];
const [annAccount, benAccount] = [0, 1].map((addressIndex) =>
  mnemonicToAccount(LOCAL_MNEMONIC, { addressIndex }),
);
const units = (amount: string) => parseUnits(amount, 18);

let engine: EmbeddedTable;
let chain: VaultChain;
/** `token` has 18 decimals and supports permits. `vault` accepts this token, and its shares have 6 more decimals. */
let token: Hex;
let vault: Hex;
let router: Hex;
beforeAll(async () => {
  engine = await startTable();
  chain = await startVaultChain('base', 1);
  token = await chain.deployPermitToken(18);
  vault = await chain.deployOddVault(token, 6);
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

/** Mints tokens. Resolves when the transaction is in a block, because a busy node creates the block slightly later. */
const mint = async (to: Hex, value: bigint) =>
  chain.included(await chain.send({ from: ben, to: token, data: call.mint(to, value) }));

/**
 * Publishes a strategy with one asset and registers the vault for it. Returns a `VaultMarket`, with which tests deposit
 * and withdraw.
 */
async function registered(address: Hex, rebasing = false): Promise<VaultMarket> {
  const { id } = await publish(table, {
    chain: 'base',
    min_deposit: 0,
    asset: 'PLAY',
    underlying_assets: ['PLAY'],
  });
  await addVault(table, [chain.settings], { strategyId: id, address, rebasing, now: new Date() });
  return VaultMarket.of(chain, id, table);
}

/**
 * Registers the vault and mints 100 tokens to Ann. Returns the market of the vault. If `kind` is given, the chain has a
 * router of this kind.
 */
async function opened(kind?: 'erc4626' | 'yearn'): Promise<VaultMarket> {
  const market = await registered(vault);
  await mint(ann, units('100'));
  if (kind === undefined) return market;
  const settings = { ...chain.settings, router: { address: router, kind, slippageBasisPoints: 50 } };
  return VaultMarket.of({ ...chain, settings }, market.strategyId, table);
}

/** Signs the permit in the first step as a wallet does. Returns the signature. */
async function signed({ steps }: ChainTransaction, signer = annAccount): Promise<Hex> {
  if (signer === undefined) throw new Error('There is no signer');
  return signer.signTypedData(parseTypedData(steps[0]?.typed_data));
}

test('findPermitDomain returns a permit domain only for a token that supports permits', async () => {
  expect(await findPermitDomain(chain.settings, token)).toEqual({ name: 'Permit token', version: '1' });
  expect(await findPermitDomain(chain.settings, chain.usdc)).toBeUndefined();
});

describe.each(['erc4626', 'yearn'] as const)(
  'a deposit of a permit token through a router of the kind %s',
  (kind) => {
    test('the deposit needs one signature and one transaction on the chain', async () => {
      const market = await opened(kind);
      const requested = await market.deposit('10');
      expect(requested.steps).toMatchObject([
        { type: 'permit', to: toChecksummedAddress(token), data: null, typed_data: expect.any(String) },
        { type: 'deposit', to: toChecksummedAddress(router), data: null, typed_data: null },
      ]);
      const left = await market.signPermit(requested.id, await signed(requested));
      expect(left.steps).toMatchObject([
        {
          type: 'deposit',
          to: toChecksummedAddress(router),
          data: expect.stringMatching(/^0x/),
          typed_data: null,
        },
      ]);
      expect(left.steps[0]?.gas_estimate).toBeGreaterThan(100_000);
      await market.submit(requested.id, await market.sign(left));
      await market.watch();
      expect(await market.transaction(requested.id)).toMatchObject({ status: 'confirmed', amount: '10' });
    });
  },
);

describe('the signature of a permit', () => {
  const refusal = async (work: Promise<unknown>) => {
    const outcome = await work.then(
      () => ({ code: 'accepted' }),
      (error: unknown) => error,
    );
    return [at(outcome, 'code'), at(outcome, 'details', 'reason')];
  };

  test('a permit signature by another private key is rejected', async () => {
    const market = await opened('erc4626');
    const requested = await market.deposit('10');
    const others = await signed(requested, benAccount);
    expect(await refusal(market.signPermit(requested.id, others))).toEqual(['signature_refused', 'wrong']);
    // The rejection changed nothing, so the valid signature is accepted.
    expect((await market.signPermit(requested.id, await signed(requested))).steps).toHaveLength(1);
  });

  test('a permit signature is rejected after its deadline', async () => {
    const market = await opened('erc4626');
    const requested = await market.deposit('10');
    const signature = await signed(requested);
    await chain.rpc('evm_increaseTime', 2 * 3_600);
    await chain.mine(1);
    expect(await refusal(market.signPermit(requested.id, signature))).toEqual([
      'signature_refused',
      'expired',
    ]);
    market.nowMs += 2 * 3_600_000;
    expect(await refusal(market.signPermit(requested.id, signature))).toEqual([
      'signature_refused',
      'expired',
    ]);
  });

  test('a permit signature is rejected after the wallet has used another permit with the same nonce', async () => {
    const market = await opened('erc4626');
    const [first, second] = [await market.deposit('10'), await market.deposit('20')];
    await market.sign(await market.signPermit(first.id, await signed(first)));
    expect(await refusal(market.signPermit(second.id, await signed(second)))).toEqual([
      'signature_refused',
      'used',
    ]);
  });

  test('a permit signature for a transaction without a permit step, or for a cancelled transaction, is rejected', async () => {
    const market = await opened();
    const requested = await market.deposit('10');
    expect(requested.steps.map(({ type }) => type)).toEqual(['approve', 'deposit']);
    const signature: Hex = `0x${'11'.repeat(64)}1b`;
    expect(await refusal(market.signPermit(requested.id, signature))).toEqual([
      'signature_refused',
      'none_expected',
    ]);
    await market.cancel(requested.id);
    expect(await refusal(market.signPermit(requested.id, signature))).toEqual([
      'transaction_not_open',
      undefined,
    ]);
  });

  test('a deposit with a permit is confirmed even if the wallet already approved the router', async () => {
    const market = await opened('erc4626');
    const requested = await market.deposit('10');
    const left = await market.signPermit(requested.id, await signed(requested));
    await chain.send({ from: ann, to: token, data: encodeStepCall.approve(router, units('10')) });
    await market.sign(left);
    await market.watch();
    expect(await market.transaction(requested.id)).toMatchObject({ status: 'confirmed' });
  });
});

test('a contract wallet gets an approval step instead of a permit', async () => {
  const market = await opened('erc4626');
  await chain.rpc('anvil_setCode', ann, '0x60006000fd');
  const { steps } = await market.deposit('10');
  expect(steps.map(({ type }) => type)).toEqual(['approve', 'deposit']);
  // An account that delegates to a contract (EIP-7702) can still sign permits with its key.
  await chain.rpc('anvil_setCode', ann, `0xef0100${router.slice(2)}`);
  expect((await market.deposit('10')).steps.map(({ type }) => type)).toEqual(['permit', 'deposit']);
  await chain.rpc('anvil_setCode', ann, toHex(''));
});

/** Sends the steps and waits until the transaction is confirmed. */
async function executeTransaction(
  market: VaultMarket,
  requested: ChainTransaction,
): Promise<ChainTransaction> {
  await market.submit(requested.id, await market.sign(requested));
  await market.watch();
  return market.transaction(requested.id);
}
const readContractNumber = async (to: Hex, data: Hex) =>
  decodeNumber(await readContract(chain.settings, { to, data })) ?? -1n;
/** Returns a wallet's posted amounts (assets and shares). Confirmed events and changes without an event are posted. */
const readPostedAmounts = async (wallet: Hex, address: Hex) =>
  (await readBalance(table, { chain: 'base', vault: address, wallet })).posted;

test('deposits and withdrawals are posted without a rounding error if the asset has 18 decimals and the shares have 24', async () => {
  const market = await opened();
  const held = () => readContractNumber(token, encodeReadCall.balanceOf(ann));
  const before = await held();
  // The formula of OpenZeppelin's vault: shares = assets * (supply + 10^offset) / (total assets + 1), rounded down.
  let [supply, total] = [0n, 0n];
  const buy = (assets: bigint) => (assets * (supply + 10n ** 6n)) / (total + 1n);
  const first = units('1.000000000000000001');
  expect(await executeTransaction(market, await market.deposit('1.000000000000000001'))).toMatchObject({
    status: 'confirmed',
    amount: '1.000000000000000001',
  });
  [supply, total] = [buy(first), first];
  expect(await readPostedAmounts(ann, vault)).toEqual({ assets: first, shares: supply });

  // An amount that cannot be divided evenly among the shares.
  const earned = units('0.001234567890123457');
  await mint(vault, earned);
  total += earned;
  const second = units('0.777777777777777777');
  await executeTransaction(market, await market.deposit('0.777777777777777777'));
  [supply, total] = [supply + buy(second), total + second];
  expect(await readPostedAmounts(ann, vault)).toEqual({ assets: first + second, shares: supply });

  const out = units('0.333333333333333333');
  const worth = (assets: bigint) => assets * (supply + 10n ** 6n);
  const burntShares = (worth(out) + total) / (total + 1n);
  await executeTransaction(market, await market.withdraw('0.333333333333333333'));
  [supply, total] = [supply - burntShares, total - out];
  expect(await readPostedAmounts(ann, vault)).toEqual({ assets: first + second - out, shares: supply });

  const all = await executeTransaction(market, await market.withdraw('all'));
  const paid = (supply * (total + 1n)) / (supply + 10n ** 6n);
  expect(all).toMatchObject({ status: 'confirmed', amount: formatUnits(paid, 18) });
  expect(await readPostedAmounts(ann, vault)).toEqual({ assets: first + second - out - paid, shares: 0n });
  expect(await held()).toBe(before - first - second + out + paid);
  expect(market.logged).not.toContainEqual(['error', expect.anything(), expect.anything()]);
});

describe('balances that change without a transfer', () => {
  /** Sets the shares of a wallet in the mapping at slot 0. */
  async function setShares(address: Hex, wallet: Hex, shares: bigint): Promise<void> {
    const words = encodeAbiParameters([{ type: 'address' }, { type: 'uint256' }], [wallet, 0n]);
    await chain.rpc('anvil_setStorageAt', address, keccak256(words), toHex(shares, { size: 32 }));
  }
  /**
   * Registers a vault whose asset transfers lose one base unit to rounding. Returns its `VaultMarket` and its address.
   */
  async function openRebasingAssetMarket(rebasing: boolean): Promise<{ market: VaultMarket; address: Hex }> {
    const asset = await chain.deployRebasingToken();
    const address = await chain.deployOddVault(asset);
    const market = await registered(address, rebasing);
    await chain.send({ from: ben, to: asset, data: call.mint(ann, 100_000_000n) });
    await chain.send({ from: ben, to: asset, data: call.rebase(10n) });
    return { market, address };
  }

  test.each([
    [true, 'info', 0],
    [false, 'error', 1],
  ] as const)(
    'for a vault with rebasing=%s, the watcher logs a transfer that differs from the vault event at the level "%s"',
    async (rebasing, level, differing) => {
      const { market, address } = await openRebasingAssetMarket(rebasing);
      const requested = await market.deposit('10');
      await market.sign(requested);
      expect(await market.watch()).toMatchObject({ posted: 1, differing });
      expect(market.logged).toEqual([
        [level, 'the asset that was transferred is not what the vault says', '-1'],
      ]);
      const entries = await readChainEntries(table, { chain: 'base', vault: address, wallet: ann });
      expect(entries.map(({ effect, assetDifference }) => [effect, assetDifference])).toEqual([
        ['opening', undefined],
        ['pending', undefined],
        ['post', -1n],
      ]);
    },
  );

  test('the watcher pauses deposits if a vault asset rebases, unless the vault is declared as rebasing', async () => {
    const { market } = await openRebasingAssetMarket(false);
    const { strategyId } = market;
    const status = async () => (await getStrategy(table, strategyId, { consistent: true }))?.status;
    await market.sign(await market.deposit('10'));
    // The watcher pauses the strategy before it posts the event. If a run ends between these two steps, the next run
    // posts the event.
    const dying = interceptCommands(table, ({ kind, input }) => {
      if (kind === 'TransactWriteCommand' && JSON.stringify(input).includes('"post"'))
        throw new Error('died');
    });
    await expect(market.watch(dying)).rejects.toThrow('died');
    expect(await status()).toBe('paused');
    expect(await market.watch()).toMatchObject({ posted: 1, differing: 1 });
    expect((await getPause(table, strategyId))?.reason).toMatch(/^In block \d+ the asset moved by -1 base/);
    expect(await status()).toBe('paused');
    await expect(market.deposit('10')).rejects.toMatchObject({ code: 'strategy_not_accepting_deposits' });
    expect(await market.withdraw('1')).toMatchObject({ status: 'pending' });
    // Later runs of the watcher keep the operator's reason for the pause.
    const now = new Date(market.nowMs);
    await pauseStrategy(table, strategyId, { reason: 'We look into it.', now });
    await market.watch();
    expect((await getPause(table, strategyId))?.reason).toBe('We look into it.');
    await resumeStrategy(table, strategyId);
    await market.watch();
    expect(await status()).toBe('listed');
    await executeTransaction(market, await market.deposit('10'));
    expect(await status()).toBe('paused');
  });

  test('if a vault is declared as rebasing, the watcher records changes of a share balance and keeps the cost of the shares', async () => {
    const market = await registered(vault, true);
    await mint(ann, units('100'));
    await executeTransaction(market, await market.deposit('10'));
    const { shares } = await readPostedAmounts(ann, vault);
    await setShares(vault, ann, shares + 5n);
    await executeTransaction(market, await market.deposit('1'));
    const held = await readContractNumber(vault, encodeReadCall.balanceOf(ann));
    expect(await readPostedAmounts(ann, vault)).toEqual({ assets: units('11'), shares: held });
    // The wallet now has fewer shares. Their total cost stays unchanged.
    await setShares(vault, ann, held - 7n);
    await market.watch();
    const entries = await readChainEntries(table, { chain: 'base', vault, wallet: ann });
    const rebases = entries.filter(({ kind }) => kind === 'rebase');
    expect(rebases.map(({ amounts }) => amounts)).toEqual([
      { assets: 0n, shares: 5n },
      { assets: 0n, shares: -7n },
    ]);
    expect(replayVaultState(entries)?.cost).toBe(units('11'));
    expect((await verifyChainItems(table)).differences).toEqual([]);
    expect(market.logged).toEqual([]);
  });

  test('missing shares make a vault insolvent unless it is declared as rebasing', async () => {
    await mint(ann, units('100'));
    await mint(ben, units('100'));
    for (const rebasing of [false, true]) {
      const market = await registered(vault, rebasing);
      for (const wallet of [ann, ben]) {
        await market.sign(await market.deposit('10', wallet));
        await market.watch();
      }
      const held = await readContractNumber(vault, encodeReadCall.balanceOf(ann));
      await setShares(vault, ann, held - 7n);
      await chain.mine(1);
      const found = await market.compare();
      expect(found).toMatchObject({ wallets: 2, lacking: 7n, lackingWallets: [ann], unknownWallets: 0 });
      if (typeof found !== 'string') expect(isInsolvent(found, rebasing)).toBe(rebasing ? undefined : true);
      await setShares(vault, ann, held);
      await chain.mine(1);
      expect(await market.compare()).toMatchObject({ lacking: 0n });
    }
    const dead = { ...chain.settings, rpcUrl: 'http://127.0.0.1:1' };
    expect(await (await registered(vault)).compare(dead)).toBe('chain_unavailable');
  });

  test('a vault with a rebasing asset is rejected at registration until it is declared as rebasing', async () => {
    const asset = await chain.deployRebasingToken();
    const address = await chain.deployOddVault(asset);
    await chain.send({ from: ben, to: asset, data: call.mint(ben, 100_000_000n) });
    await chain.send({ from: ben, to: asset, data: encodeStepCall.approve(address, 50_000_000n) });
    await chain.send({ from: ben, to: address, data: encodeStepCall.deposit(33_333_333n, ben) });
    await chain.send({ from: ben, to: asset, data: call.rebase(10n) });
    await expect(registered(address)).rejects.toThrow('If the asset rebases, add --rebasing');
    const market = await registered(address, true);
    await expect(market.withdraw('1')).rejects.toMatchObject({ code: 'insufficient_balance' });
  });

  test('if a local chain restarts, the watcher sets the recorded shares of a wallet in a rebasing vault to zero', async () => {
    const market = await registered(vault, true);
    await mint(ann, units('100'));
    await executeTransaction(market, await market.deposit('10'));
    await setShares(vault, ann, 1n);
    await market.watch();
    const checkpoint = await readCheckpoint(table, 'base');
    await putCheckpoint(table, 'base', { block: checkpoint?.block ?? 0, genesis: `0x${'ab'.repeat(32)}` });
    await market.watch(table, { ...chain.settings, ephemeral: true });
    expect(await readPostedAmounts(ann, vault)).toEqual({ assets: 0n, shares: 0n });
    expect((await verifyChainItems(table)).differences).toEqual([]);
  });
});
