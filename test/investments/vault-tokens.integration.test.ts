import { mnemonicToAccount } from 'viem/accounts';
import { parseUnits, toHex } from 'viem/utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { encodeStep } from '../../shared/chain/erc4626.ts';
import type { Hex } from '../../shared/chain/multicall.ts';
import { permitDomainOf } from '../../shared/chain/permit-domain.ts';
import type { ChainTransaction } from '../../shared/investments/contract/onchain-responses.ts';
import { addVault } from '../../shared/investments/vaults/vaults.ts';
import type { Table } from '../../shared/platform/dynamodb/client.ts';
import { ANN, BEN, call, startVaultChain, type VaultChain } from '../support/chain/vault-chain.ts';
import { VaultMarket } from '../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { publish } from '../support/ledger.ts';

const [ann, ben] = [ANN ?? '0x', BEN ?? '0x'];
/** Of the accounts that every local node has: Ann is the first of them, Ben the second. */
const LOCAL_MNEMONIC = 'test test test test test test test test test test test junk';
const [annsKey, bensKey] = [0, 1].map((addressIndex) => mnemonicToAccount(LOCAL_MNEMONIC, { addressIndex }));
/** A contract that Ben has deployed is no account with a key. */
const units = (amount: string) => parseUnits(amount, 18);

let engine: EmbeddedTable;
let chain: VaultChain;
/** A token of 18 decimals whose allowances can be signed, and a vault over it whose shares have 6 more. */
let token: Hex;
let vault: Hex;
let router: Hex;
beforeAll(async () => {
  engine = await startTable();
  const started = await startVaultChain('base', 1);
  if (started === undefined) throw new Error('anvil is not installed');
  chain = started;
  token = await chain.deployPermitToken(18);
  vault = await chain.deployOddVault(token, 6);
  router = await chain.deployRouter();
}, 120_000);
afterAll(async () => {
  await chain?.stop();
  await engine?.stop();
});

let table: Table;
let putBack: () => Promise<void>;
beforeEach(async () => {
  table = await engine.another();
  putBack = await chain.keep();
});
afterEach(() => putBack());

const mint = (to: Hex, value: bigint) => chain.send({ from: ben, to: token, data: call.mint(to, value) });

/** The market of the vault, through a router of a kind where one is named. Ann holds 100 of the token. */
async function opened(kind?: 'erc4626' | 'yearn'): Promise<VaultMarket> {
  const { id } = await publish(table, {
    chain: 'base',
    min_deposit: 0,
    asset: 'PRMT',
    underlying_assets: ['PRMT'],
  });
  await addVault(table, [chain.settings], { strategyId: id, address: vault, now: new Date() });
  await mint(ann, units('100'));
  const settings =
    kind === undefined
      ? chain.settings
      : { ...chain.settings, router: { address: router, kind, slippageBasisPoints: 50 } };
  return new VaultMarket({ ...chain, settings }, id, table);
}

/** The signature that a wallet makes of the permit among the steps. */
async function signed({ steps }: ChainTransaction, signer = annsKey): Promise<Hex> {
  const { types, domain, message, primaryType } = JSON.parse(steps[0]?.typed_data ?? '');
  if (signer === undefined) throw new Error('There is no signer');
  return signer.signTypedData({ types, domain, message, primaryType });
}

test('a token whose allowances can be signed is known by a permit that it takes', async () => {
  expect(await permitDomainOf(chain.settings, token)).toEqual({ name: 'Permit token', version: '1' });
  expect(await permitDomainOf(chain.settings, chain.usdc)).toBeUndefined();
});

describe.each(['erc4626', 'yearn'] as const)('a deposit through a router of the kind %s', (kind) => {
  test('is one signature and one call, and is confirmed', async () => {
    const market = await opened(kind);
    const asked = await market.deposit('10');
    expect(asked.steps).toMatchObject([
      { type: 'permit', to: token, data: null, typed_data: expect.any(String) },
      { type: 'deposit', to: router, data: null, typed_data: null },
    ]);
    const left = await market.signPermit(asked.id, await signed(asked));
    expect(left.steps).toMatchObject([
      { type: 'deposit', to: router, data: expect.stringMatching(/^0x/), typed_data: null },
    ]);
    expect(left.steps[0]?.gas_estimate).toBeGreaterThan(100_000);
    await market.submit(asked.id, await market.sign(left));
    await market.watch();
    expect(await market.state(asked.id)).toMatchObject({ state: 'confirmed', amount: '10' });
  });
});

describe('the signature of a permit', () => {
  const refusal = async (work: Promise<unknown>) => {
    const { code, details } = await work.then(
      () => ({ code: 'accepted', details: {} }),
      (error) => error,
    );
    return [code, details?.reason];
  };

  test('is refused where another key made it', async () => {
    const market = await opened('erc4626');
    const asked = await market.deposit('10');
    const others = await signed(asked, bensKey);
    expect(await refusal(market.signPermit(asked.id, others))).toEqual(['signature_refused', 'wrong']);
    // Nothing has changed: the right one is taken.
    expect((await market.signPermit(asked.id, await signed(asked))).steps).toHaveLength(1);
  });

  test('is refused after the permit has ended', async () => {
    const market = await opened('erc4626');
    const asked = await market.deposit('10');
    const signature = await signed(asked);
    await chain.rpc('evm_increaseTime', 2 * 3_600);
    await chain.mine(1);
    expect(await refusal(market.signPermit(asked.id, signature))).toEqual(['signature_refused', 'expired']);
    market.nowMs += 2 * 3_600_000;
    expect(await refusal(market.signPermit(asked.id, signature))).toEqual(['signature_refused', 'expired']);
  });

  test('is refused once the wallet has used another permit', async () => {
    const market = await opened('erc4626');
    const [first, second] = [await market.deposit('10'), await market.deposit('20')];
    await market.sign(await market.signPermit(first.id, await signed(first)));
    expect(await refusal(market.signPermit(second.id, await signed(second)))).toEqual([
      'signature_refused',
      'used',
    ]);
  });

  test('is refused of a transaction without a permit, or that has ended', async () => {
    const market = await opened();
    const asked = await market.deposit('10');
    expect(asked.steps.map(({ type }) => type)).toEqual(['approve', 'deposit']);
    const signature: Hex = `0x${'11'.repeat(64)}1b`;
    expect(await refusal(market.signPermit(asked.id, signature))).toEqual([
      'signature_refused',
      'none_expected',
    ]);
    await market.cancel(asked.id);
    expect(await refusal(market.signPermit(asked.id, signature))).toEqual([
      'transaction_not_open',
      undefined,
    ]);
  });

  test('stands when somebody else carries the permit out first', async () => {
    const market = await opened('erc4626');
    const asked = await market.deposit('10');
    const left = await market.signPermit(asked.id, await signed(asked));
    await chain.send({ from: ann, to: token, data: encodeStep.approve(router, units('10')) });
    await market.sign(left);
    await market.watch();
    expect(await market.state(asked.id)).toMatchObject({ state: 'confirmed' });
  });
});

test('a wallet that is a contract approves: tokens take no signature of its', async () => {
  const market = await opened('erc4626');
  await chain.rpc('anvil_setCode', ann, '0x60006000fd');
  const { steps } = await market.deposit('10');
  expect(steps.map(({ type }) => type)).toEqual(['approve', 'deposit']);
  // One that has delegated its key to a contract still has it.
  await chain.rpc('anvil_setCode', ann, `0xef0100${router.slice(2)}`);
  expect((await market.deposit('10')).steps.map(({ type }) => type)).toEqual(['permit', 'deposit']);
  await chain.rpc('anvil_setCode', ann, toHex(''));
});
