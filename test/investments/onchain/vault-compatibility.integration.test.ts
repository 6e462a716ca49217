import { readFileSync } from 'node:fs';
import { mnemonicToAccount } from 'viem/accounts';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Hex } from '../../../shared/chain/abi.ts';
import { findAttributionCodes } from '../../../shared/chain/attribution.ts';
import { decodeNumber, encodeReadCall, type RouterKind } from '../../../shared/chain/erc4626.ts';
import { readContract } from '../../../shared/chain/node.ts';
import type { ChainTransaction } from '../../../shared/investments/contract/transactions/onchain-responses.ts';
import { addVault } from '../../../shared/investments/vaults/vaults.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { at } from '../../support/at.ts';
import { parseTypedData } from '../../support/chain/typed-data.ts';
import { ANN, LOCAL_MNEMONIC, startVaultChain, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { type DeployedVault, VAULT_ROWS } from '../../support/chain/vaults/rows.ts';
import { createVaultWorkshop, type Workshop } from '../../support/chain/vaults/vault-contracts.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { publish } from '../../support/ledger.ts';

const ABI = parseAbi([
  'function requireExactCalldata(bool exactCalldata)',
  'function coolDown(uint256 duration)',
]);

const PATIENCE_MS = 120_000;
const ann = ANN ?? '0x';
/** The key of Ann, the first account of every local node. */
const annAccount = mnemonicToAccount(LOCAL_MNEMONIC);

let engine: EmbeddedTable;
let chain: VaultChain;
let workshop: Workshop;
let router: Hex;
/** A token of six decimals with permits. */
let asset: Hex;
beforeAll(async () => {
  engine = await startTable();
  // The vaults are deployed some days in the past.
  chain = await startVaultChain('base', 1, Date.now() - 7 * 86_400_000);
  workshop = createVaultWorkshop(chain);
  router = await chain.deployRouter();
  asset = await chain.deployPermitToken(6);
  await workshop.call(asset, 'mint', [ann, 10n ** 12n]);
}, 300_000);
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

async function createVaultMarket(vault: Hex, kind?: RouterKind): Promise<VaultMarket> {
  const { id } = await publish(table, {
    chain: 'base',
    min_deposit: 0,
    asset: 'PRMT',
    underlying_assets: ['PRMT'],
  });
  const { router: _, ...bare } = chain.settings;
  const through = { address: router, kind: kind ?? 'erc4626', slippageBasisPoints: 50 };
  const settings = kind === undefined ? bare : { ...bare, router: through };
  await addVault(table, [settings], { strategyId: id, address: vault, rebasing: false, now: new Date() });
  return VaultMarket.of({ ...chain, settings }, id, table);
}

const tell = async (vault: Hex, data: Hex) =>
  chain.included(await chain.send({ from: ann, to: vault, data }));
const numberOf = async (vault: Hex, data: Hex) =>
  decodeNumber(await readContract(chain.settings, { to: vault, data }));

/** Requests a deposit and signs its permit. */
async function permitted(market: VaultMarket, amount: string): Promise<ChainTransaction> {
  const requested = await market.deposit(amount);
  expect(requested.steps.map(({ type }) => type)).toEqual(['permit', 'deposit']);
  const signature = await annAccount.signTypedData(parseTypedData(requested.steps[0]?.typed_data));
  return market.signPermit(requested.id, signature);
}

test('the table in docs/vault-compatibility.md agrees with the vaults and results of these tests', () => {
  const page = readFileSync('docs/vault-compatibility.md', 'utf8');
  const lines = page.split('\n').filter((line) => line.startsWith('| '));
  const rows = lines.map((line) => line.slice(2, -2).split(' | '));
  const expected = VAULT_ROWS.map((row) => [
    ...[
      row.name,
      row.testedOn,
      row.offset === 0 ? 'as the asset' : `${6 + row.offset} decimals`,
      'kept',
      'yes',
    ],
    ...[`\`${row.router}\``, row.afterLoss, '422 `simulation_failed`'],
    row.saysZero === 'always' ? 'always 0, so a 0 explains nothing' : 'exact',
  ]);
  expect(rows.slice(1, 1 + VAULT_ROWS.length)).toEqual(expected);
});

describe.each(VAULT_ROWS)(
  'compatibility of the service with the vault $name',
  ({ offset, router: kind, afterLoss, saysZero, reason, deploy }) => {
    let vault: DeployedVault;
    beforeEach(async () => {
      const nowSeconds = Math.floor(Date.now() / 1_000);
      // The deployment of MetaMorpho advances the chain's time by one day, because of a timelock. Set the time back
      // before the deployment, so that it can be set to the present afterwards.
      await chain.rpc('evm_setTime', nowSeconds - 3 * 86_400);
      vault = await deploy(workshop, chain, asset);
      await chain.rpc('evm_setTime', nowSeconds);
      await chain.mine(1);
    }, PATIENCE_MS);

    test(
      'a deposit with a permit through the router is recognized by its attribution code and confirmed',
      async () => {
        expect(await numberOf(vault.address, encodeReadCall.decimals())).toBe(6n + BigInt(offset));
        const market = await createVaultMarket(vault.address, kind);
        const deposit = await permitted(market, '100');
        expect(deposit.steps.map(({ to }) => to.toLowerCase())).toEqual([router]);
        for (const { data } of deposit.calls)
          expect(findAttributionCodes(`0x${data.slice(2)}`)).toHaveLength(1);
        await market.sign(deposit);
        await market.watch();
        // No hash was reported, so only the attribution code at the end of the call data identifies the transaction.
        expect(await market.transaction(deposit.id)).toMatchObject({
          status: 'confirmed',
          changes_as_expected: true,
        });
        await market.observe();
        const out = await market.withdraw('all');
        await market.sign(out);
        await market.watch();
        const done = await market.transaction(out.id);
        expect(done).toMatchObject({ status: 'confirmed' });
        expect(Number(done.amount)).toBeCloseTo(100, 3);
        expect(Number(done.actual_changes?.assets)).toBeCloseTo(Number(out.expected_changes?.assets), 3);
      },
      PATIENCE_MS,
    );

    test(
      'a withdrawal after a loss is rejected until the new share price is observed',
      async () => {
        const market = await createVaultMarket(vault.address, kind);
        await market.prove(ann);
        await market.sign(await permitted(market, '100'));
        await market.watch();
        expect(vault.lose === undefined).toBe(afterLoss === 'price never falls');
        if (vault.lose !== undefined) {
          await vault.lose();
          await expect(market.withdraw('all')).rejects.toMatchObject({ code: 'unsafe_share_price' });
        }
        await market.observe();
        const { investments } = await market.positions();
        expect(Number(investments[0]?.value)).toBeCloseTo(vault.lose === undefined ? 100 : 70, 0);
        const out = await market.withdraw('all');
        await market.sign(out);
        await market.watch();
        expect(await market.transaction(out.id)).toMatchObject({ status: 'confirmed' });
      },
      PATIENCE_MS,
    );

    test(
      'a deposit is rejected by its simulation when the vault accepts no deposits',
      async () => {
        const market = await createVaultMarket(vault.address, kind);
        const most = () => numberOf(vault.address, encodeReadCall.maxDeposit(ann));
        expect((await most()) === 0n).toBe(saysZero === 'always');
        await vault.refuse();
        expect(await most()).toBe(0n);
        const refused = await market.deposit('1').then(
          () => undefined,
          (error: unknown) => error,
        );
        expect(at(refused, 'code')).toBe('simulation_failed');
        expect(String(at(refused, 'message'))).toMatch(reason);
      },
      PATIENCE_MS,
    );
  },
);

test(
  'a withdrawal from a Yearn v3 vault with an unreported loss is rejected before the wallet signs',
  async () => {
    const address = await workshop.deploy('YearnVaultV3', 'address', [asset]);
    await workshop.call(asset, 'mint', [ann, 10n ** 9n]);
    await tell(
      asset,
      encodeFunctionData({
        abi: parseAbi(['function approve(address, uint256)']),
        args: [address, 10n ** 9n],
      }),
    );
    await tell(
      address,
      encodeFunctionData({ abi: parseAbi(['function deposit(uint256, address)']), args: [10n ** 9n, ann] }),
    );
    const market = await createVaultMarket(address, 'yearn');
    await workshop.call(address, 'lose', [3_000n]);
    for (const amount of ['10', 'all']) {
      await expect(market.withdraw(amount)).rejects.toMatchObject({ code: 'simulation_failed' });
    }
  },
  PATIENCE_MS,
);

test('a deposit without an attribution code is confirmed if the client reports its transaction hash', async () => {
  const vault = await chain.deployOddVault(asset);
  const market = await createVaultMarket(vault);
  await market.prove(ann);
  await tell(vault, encodeFunctionData({ abi: ABI, functionName: 'requireExactCalldata', args: [true] }));
  const deposit = await market.deposit('10');
  expect(findAttributionCodes(`0x${deposit.steps.at(-1)?.data?.slice(2)}`)).toEqual([]);
  await market.submit(deposit.id, await market.sign(deposit));
  await market.watch();
  expect(await market.transaction(deposit.id)).toMatchObject({ status: 'confirmed' });
});

test('a vault with a cooldown cannot be registered', async () => {
  const vault = await chain.deployOddVault(asset);
  await tell(vault, encodeFunctionData({ abi: ABI, functionName: 'coolDown', args: [60n] }));
  await expect(createVaultMarket(vault)).rejects.toThrow();
});
