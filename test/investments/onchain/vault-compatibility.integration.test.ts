import { readFileSync } from 'node:fs';
import { encodeFunctionData, parseAbi } from 'viem/utils';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Hex } from '../../../shared/chain/abi.ts';
import { attributionCodesIn } from '../../../shared/chain/attribution.ts';
import type { RouterKind } from '../../../shared/chain/erc4626.ts';
import { addVault } from '../../../shared/investments/vaults/vaults.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { ANN, call, startVaultChain, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { publish } from '../../support/ledger.ts';

const ABI = parseAbi([
  'function takeAtMost(uint256 limit, bool keepsLimit)',
  'function requireExactCalldata(bool exactCalldata)',
  'function coolDown(uint256 duration)',
]);

/** What the documentation of each vault says of it, over an asset of six decimals. */
const VAULTS = [
  { name: 'MetaMorpho', offset: 12, router: 'erc4626', saysZero: false },
  { name: 'Morpho V2', offset: 12, router: 'erc4626', saysZero: true },
  { name: 'Yearn v3', offset: 0, router: 'yearn', saysZero: false },
  { name: 'Aave static token', offset: 0, router: 'erc4626', saysZero: false },
  { name: 'Euler EVK', offset: 0, router: 'erc4626', saysZero: false },
  { name: 'Sky savings', offset: 0, router: 'erc4626', saysZero: false },
] as const satisfies readonly { name: string; offset: number; router: RouterKind; saysZero: boolean }[];

const ann = ANN ?? '0x';

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
let putBack: () => Promise<void>;
beforeEach(async () => {
  table = await engine.another();
  putBack = await chain.keep();
});
afterEach(() => putBack());

async function marketOf(vault: Hex, kind?: RouterKind): Promise<VaultMarket> {
  const { id } = await publish(table, { chain: 'base', min_deposit: 0 });
  const { router: _, ...bare } = chain.settings;
  const through = { address: router, kind: kind ?? 'erc4626', slippageBasisPoints: 50 };
  const settings = kind === undefined ? bare : { ...bare, router: through };
  await addVault(table, [settings], { strategyId: id, address: vault, rebasing: false, now: new Date() });
  return VaultMarket.of({ ...chain, settings }, id, table);
}

const tell = async (vault: Hex, data: Hex) =>
  chain.included(await chain.send({ from: ann, to: vault, data }));

test('every row of the table is tested here', () => {
  const page = readFileSync('docs/vault-compatibility.md', 'utf8');
  const rows = [...page.matchAll(/^\| (?!Vault|Other|---)([^|]+) \|/gm)].map(([, name]) => name);
  expect(rows.slice(0, VAULTS.length)).toEqual(VAULTS.map(({ name }) => name));
});

describe.each(VAULTS)('a vault like $name', ({ offset, router: kind, saysZero }) => {
  const deployed = async () => {
    const vault = await chain.deployOddVault(chain.usdc, offset);
    const data = encodeFunctionData({ abi: ABI, functionName: 'takeAtMost', args: [0n, false] });
    if (saysZero) await tell(vault, data);
    return vault;
  };

  test('takes calls with the suffix, through a router, and pays everything back', async () => {
    const market = await marketOf(await deployed(), kind);
    const deposit = await market.deposit('100');
    expect(deposit.steps.at(-1)?.to.toLowerCase()).toBe(router);
    for (const { data } of deposit.calls) expect(attributionCodesIn(`0x${data.slice(2)}`)).toHaveLength(1);
    await market.sign(deposit);
    await market.watch();
    // No hash was reported: the suffix alone tells.
    expect(await market.state(deposit.id)).toMatchObject({ state: 'confirmed', changes_as_expected: true });
    await market.observe();
    const out = await market.withdraw('all');
    await market.sign(out);
    await market.watch();
    const done = await market.state(out.id);
    expect(done).toMatchObject({ state: 'confirmed', changes_as_expected: true });
    expect(Number(done.amount)).toBeCloseTo(100, 3);
  }, 60_000);

  test('after a loss pays what is left, and is worth less at the next price', async () => {
    const vault = await deployed();
    const market = await marketOf(vault, kind);
    await market.prove(ann);
    await market.sign(await market.deposit('100'));
    await market.watch();
    await tell(vault, call.lose(3_000n));
    await expect(market.withdraw('all')).rejects.toMatchObject({ code: 'unsafe_share_price' });
    await market.observe();
    const { investments } = await market.positions();
    expect(Number(investments[0]?.value)).toBeCloseTo(70, 0);
    const out = await market.withdraw('all');
    await market.sign(out);
    await market.watch();
    expect(await market.state(out.id)).toMatchObject({ state: 'confirmed' });
  }, 60_000);

  test('that takes nothing at the moment refuses before anything is signed', async () => {
    const vault = await deployed();
    const market = await marketOf(vault, kind);
    await tell(vault, encodeFunctionData({ abi: ABI, functionName: 'takeAtMost', args: [0n, true] }));
    await expect(market.deposit('1')).rejects.toMatchObject({ code: 'simulation_failed' });
  });
});

test('a vault that takes no bytes behind the arguments is called without the suffix, and found by its hash', async () => {
  const vault = await chain.deployOddVault();
  const market = await marketOf(vault);
  await market.prove(ann);
  await tell(vault, encodeFunctionData({ abi: ABI, functionName: 'requireExactCalldata', args: [true] }));
  const deposit = await market.deposit('10');
  expect(attributionCodesIn(`0x${deposit.steps.at(-1)?.data?.slice(2)}`)).toEqual([]);
  await market.submit(deposit.id, await market.sign(deposit));
  await market.watch();
  expect(await market.state(deposit.id)).toMatchObject({ state: 'confirmed' });
});

test('a vault with a cooldown cannot be registered', async () => {
  const vault = await chain.deployOddVault();
  await tell(vault, encodeFunctionData({ abi: ABI, functionName: 'coolDown', args: [60n] }));
  await expect(marketOf(vault)).rejects.toThrow();
});
