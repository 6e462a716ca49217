import { mnemonicToAccount } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  createClient,
  createStepSender,
  StepMismatchError,
  type StepsRequest,
  sendSteps,
} from '../../../clients/sdk/src/index.ts';
import { registerDemoVaults } from '../../../infra/emulator/chains/demo-vault.ts';
import { auth } from '../../../shared/accounts/contract/sign-in/sign-in-documentation.ts';
import type { Hex } from '../../../shared/chain/abi.ts';
import { readChains } from '../../../shared/chain/networks.ts';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { chainMove } from '../../../shared/investments/contract/transactions/move-responses.ts';
import { chainTransaction } from '../../../shared/investments/contract/transactions/onchain-responses.ts';
import { addVault, closeVault } from '../../../shared/investments/vaults/vaults.ts';
import type { Route } from '../../../shared/platform/contract/route.ts';
import { adminStatistics } from '../../../shared/statistics/contract/documentation.ts';
import { strategies } from '../../../shared/strategies/contract/documentation.ts';
import { walletprovider } from '../../../shared/wallets/contract/documentation.ts';
import { Recording } from '../../service/every-route/recording.ts';
import type { Answer } from '../../support/answer.ts';
import { parseTypedData } from '../../support/chain/typed-data.ts';
import {
  ANN,
  call,
  LOCAL_MNEMONIC,
  startVaultChain,
  VAULT,
  type VaultChain,
} from '../../support/chain/vault-chain.ts';
import type { RouteRequest } from '../../support/e2e/send.ts';
import { type E2eStack, startE2e } from '../../support/e2e/stack.ts';
import { present } from '../../support/present.ts';

const WALLET = ANN ?? '0x';
const hex = z.templateLiteral(['0x', z.string()]);

type ChainTransaction = z.infer<typeof chainTransaction>;

const recording = new Recording('recorded-vault-answers.json');
let chain: VaultChain;
let service: E2eStack;
let strategyId: string;
/** The strategy id of another vault with the same chain and asset. */
let otherId: string;
/** The strategy id of a vault whose asset supports permits, and that asset. */
let permitStrategyId: string;
let permitTokenAddress: Hex;
let firstDepositId: string;
beforeAll(async () => {
  chain = await startVaultChain('base', 1, Date.now());
  const { chainId, rpcUrl } = chain.settings;
  const router = { address: await chain.deployRouter() };
  const others = readChains('{}').filter((other) => other.chain !== 'base');
  service = await startE2e({
    catalogSize: 30,
    environment: {
      CHAIN_SETTINGS: JSON.stringify({
        ...Object.fromEntries(others.map((other) => [other.chain, null])),
        // The longest timeout that the settings of a chain allow. Calls from the test itself have a longer timeout.
        base: { chainId, rpcUrl, timeoutMs: 9_000, confirmations: 1, router },
      }),
    },
  });
  const [onBase] = await registerDemoVaults(service.table, 'sample', new Date());
  if (onBase === undefined) throw new Error('No vault was registered');
  strategyId = onBase;
  await runJob('IngestRun');
  const vault = await chain.deployOddVault();
  const { data } = await service.call(strategies.list, {
    key: service.keys.enterprise,
    query: { chain: 'base', asset: 'USDC' },
  });
  otherId = present(data.find(({ id }) => id !== strategyId)).id;
  await addVault(service.table, [chain.settings], {
    strategyId: otherId,
    address: vault,
    rebasing: false,
    now: new Date(),
  });
  permitTokenAddress = await chain.deployPermitToken(6);
  await chain.send({ from: WALLET, to: permitTokenAddress, data: call.mint(WALLET, 1_000_000_000n) });
  const permitVaultAddress = await chain.deployOddVault(permitTokenAddress);
  const simple = (await get(strategies.list, { query: { chain: 'base', per_page: '100' } })).data;
  permitStrategyId = present(simple.find(({ asset }) => asset !== 'USDC' && /^[A-Z]+$/.test(asset))).id;
  const found = {
    strategyId: permitStrategyId,
    address: permitVaultAddress,
    rebasing: false,
    now: new Date(),
  };
  await addVault(service.table, [chain.settings], found);
});
afterAll(async () => {
  recording.write();
  await service?.stop();
  await chain?.stop();
});

/** Runs the function of a job whose logical id starts with the name. */
async function runJob(name: string): Promise<void> {
  const id = service.stack.functions.logicalIds().find((each) => each.startsWith(name));
  expect((await service.invokeJob(id ?? '')).kind, name).toBe('returned');
}

/** Calls a route, and records responses about vaults as examples for the documentation. */
async function ask<R extends Route>(route: R, request: RouteRequest) {
  const answer = await service.call(route, { key: service.keys.enterprise, ...request });
  if (answer.text.includes('"steps":')) recording.record(route.id, JSON.parse(answer.text));
  return answer;
}
const get = <R extends Route>(route: R, request: Pick<RouteRequest, 'params' | 'query'> = {}) =>
  ask(route, request);
const post = <R extends Route>(route: R, body: unknown = {}, id?: string) =>
  ask(route, { body, params: { id } });
const move = (kind: 'deposit' | 'withdraw', amount: string, strategy_id = strategyId) =>
  post(investments[kind], { strategy_id, wallet_address: WALLET, amount });
/** Parses the on-chain transaction in a response, such as the response to a deposit. */
const begun = ({ data }: { data: unknown }) => chainTransaction.parse(data);
const fetchTransaction = (id: string) => get(investments.getTransaction, { params: { id } });
/** Signs the permit of a deposit as a wallet does, and submits the signature. */
async function signPermit({ id, steps }: ChainTransaction) {
  const account = mnemonicToAccount(LOCAL_MNEMONIC);
  const signature = await account.signTypedData(parseTypedData(steps[0]?.typed_data));
  return post(investments.signTransaction, { signature }, id);
}

/** Returns what a client expects of a deposit: the amount and the contracts. The client checks the steps against it. */
async function buildPinnedRequest(amount: string, id: string, asset: Hex): Promise<StepsRequest> {
  const { data } = await get(strategies.get, { params: { id } });
  const addressOf = (wanted: string) =>
    present(data.execution_contracts.find(({ role }) => role === wanted)).address;
  const { chainId } = chain.settings;
  const router = { address: addressOf('router'), kind: 'erc4626' } as const;
  const contracts = { chainId, vault: addressOf('vault'), asset, decimals: 6, router };
  const permitUntil = Math.floor(Date.now() / 1_000) + 3_600;
  return { type: 'deposit', amount, wallet: WALLET, contracts, minShares: 1n, permitUntil };
}

const refusal = ({ status, error }: Answer) => [status, error.code];

const moveFunds = (amount: string, to = otherId, from = strategyId) =>
  post(investments.move, {
    from_strategy_id: from,
    to_strategy_id: to,
    wallet_address: WALLET,
    amount,
  });

/** Signs and sends the steps of a transaction as a wallet does, with their gas limits. Returns the hashes. */
async function sign(requested: ChainTransaction): Promise<string[]> {
  const hashes: string[] = [];
  const needsPermitSignature = requested.steps[0]?.type === 'permit';
  for (const { to, data, gas_estimate } of needsPermitSignature
    ? begun(await signPermit(requested)).steps
    : requested.steps) {
    const gas: Hex = `0x${present(gas_estimate).toString(16)}`;
    const hash = await chain.send({ from: WALLET, to: hex.parse(to), data: hex.parse(data), gas });
    await chain.included(hash);
    hashes.push(hash);
  }
  return hashes;
}

test('a client deposits into a vault by signing the steps and reporting their hashes', async () => {
  const deposit = begun(await move('deposit', '100'));
  const { id, status } = deposit;
  expect(status).toBe('pending');
  firstDepositId = id;
  const { data: strategy } = await get(strategies.get, { params: { id: strategyId } });
  const contracts = strategy.execution_contracts;
  const addressOf = (wanted: string) => present(contracts.find(({ role }) => role === wanted)).address;
  expect(deposit.calls.map(({ to }) => to)).toEqual([addressOf('asset'), addressOf('router')]);
  expect(strategy.vault?.address).toBe(addressOf('vault'));
  expect(new Set(contracts.map(({ chain_id }) => chain_id))).toEqual(new Set([deposit.chain_id]));
  const reported = await post(investments.submitTransaction, { hashes: await sign(deposit) }, id);
  expect(reported.data).toMatchObject({ id, status: 'submitted' });
  expect((await fetchTransaction(id)).data).toMatchObject({ id, status: 'submitted' });
  expect(await chain.sharesOf(WALLET)).toBeGreaterThan(0n);
});

test('on-chain transactions are listed newest first, without their steps', async () => {
  const listed = async (query: Record<string, string> = {}) =>
    (await get(investments.listTransactions, { query })).data;
  const { steps, calls, ...rest } = begun(await fetchTransaction(firstDepositId));
  expect([steps, calls]).not.toContainEqual([]);
  expect(await listed()).toEqual([rest]);
  const { id } = begun(await move('deposit', '13'));
  expect((await listed()).map((each) => each.id)).toEqual([id, firstDepositId]);
  expect((await listed({ status: 'submitted', type: 'deposit', strategy_id: strategyId })).length).toBe(1);
  await post(investments.cancelTransaction, {}, id);
  expect((await listed({ status: 'pending,submitted,included' })).map((each) => each.id)).toEqual([
    firstDepositId,
  ]);
  const others = await service.call(investments.listTransactions, { key: service.keys.admin });
  expect([others.status, others.data]).toEqual([200, []]);
  const refused = await get(investments.listTransactions, { query: { status: 'done' } });
  expect(refusal(refused)).toEqual([400, 'invalid_request']);
});

test('the vault is listed with an APY that is computed from its share price', async () => {
  const { data } = await get(strategies.list, { query: { protocol: 'demo-vault', chain: 'base' } });
  const listed = present(data[0]);
  expect(listed).toMatchObject({ id: strategyId, asset: 'USDC', settlement: 'onchain' });
  const onchain = await get(strategies.list, {
    query: { settlement: 'onchain', chain: 'base', per_page: '100' },
  });
  expect(onchain.data).toContainEqual(listed);
  expect(new Set(onchain.data.map(({ settlement }) => settlement))).toEqual(new Set(['onchain']));
  const detail = (await get(strategies.get, { params: { id: strategyId } })).data;
  expect(detail).toMatchObject({ settlement: 'onchain', deposit_asset: { symbol: 'USDC', decimals: 6 } });
  const vault = present(detail.vault);
  expect(vault.apy_30d).toBeCloseTo(listed.current_apy, 5);
  // Simple interest of 5% over a month, annualized with reinvested interest.
  expect(vault.apy_30d).toBeCloseTo(100 * ((1 + (0.05 * 30) / 365) ** (365 / 30) - 1), 3);
  // The TVL is in USD at the market price. The vault holds USDC, so the TVL is nearly equal to its assets.
  expect(listed.tvl / Number(vault.assets)).toBeCloseTo(1, 1);
});

test('a deposit in an asset that the vault does not accept is rejected', async () => {
  const body = { strategy_id: strategyId, wallet_address: WALLET, amount: '1', asset: 'WETH' };
  const answer = await post(investments.deposit, body);
  expect(refusal(answer)).toEqual([400, 'invalid_request']);
  expect(answer.text).toContain('body.asset');
});

test('after the watcher confirms the deposit, the holdings show the same shares as the chain', async () => {
  await chain.mine(1);
  await runJob('InvestmentsWatch');
  const { status, transaction_hash } = begun(await fetchTransaction(firstDepositId));
  expect(status).toBe('confirmed');
  expect(transaction_hash).toMatch(/^0x/);
  const submit = (...hashes: (string | null)[]) =>
    post(investments.submitTransaction, { hashes }, firstDepositId);
  // A late report of the same hash changes nothing, and another hash is rejected.
  const late = await submit(`0x${'2'.repeat(64)}`, transaction_hash);
  expect(late.data).toMatchObject({ status: 'confirmed' });
  expect(refusal(await submit(`0x${'2'.repeat(64)}`))).toEqual([422, 'transaction_not_open']);
  expect(service.logs()).not.toContain('the shares of a wallet differ from the ledger');
  const { data: holdings } = await get(investments.holdings);
  expect(holdings).toHaveLength(1);
  const held = present(holdings[0]);
  expect(held).toMatchObject({ strategy_id: strategyId, net_deposited: '100', pending_shares: '0' });
  expect(Number(held.shares)).toBeCloseTo(Number(await chain.sharesOf(WALLET)) / 1e6, 6);
  expect(Number(held.value)).toBeCloseTo(100, 1);
  // The share price was observed before the deposit, at a slightly lower value.
  expect(Number(held.earned)).toBeCloseTo(0, 1);
  expect((await get(investments.holdings, { query: { user_id: 'bea' } })).data).toEqual([]);
  // In one run, the solvency check and the watcher work at the same time. The check does not see the entries that the
  // watcher adds in this run, so the job runs again.
  await runJob('InvestmentsWatch');
  const { data } = await service.call(adminStatistics.statistics, { key: service.keys.admin });
  expect(data.solvency.vaults).toEqual({ strategies: 1, unknown: 0, uncovered: 0, largest_uncovered: [] });
});

test('vault shares of a wallet count in the portfolio only after the caller has proven the wallet', async () => {
  const held = async () => {
    const [holding] = (await get(investments.holdings)).data;
    const { data: portfolio } = await get(investments.portfolio);
    const { data: lines } = await get(investments.statement);
    const { data: listed } = await get(investments.list);
    return { wallet_proven: holding?.wallet_proven, settlements: portfolio.by_settlement, lines, listed };
  };
  expect(await held()).toEqual({ wallet_proven: false, settlements: [], lines: [], listed: [] });
  const { investment_id } = begun(await fetchTransaction(firstDepositId));
  const readInvestment = () => get(investments.get, { params: { id: investment_id } });
  expect(refusal(await readInvestment())).toEqual([404, 'investment_not_found']);
  const connected = await post(walletprovider.create, { walletAddress: WALLET, userId: 'ann' });
  const { message } = (
    await post(auth.challenge, { wallet_address: WALLET, connection_id: connected.data.id })
  ).data;
  const signature = await mnemonicToAccount(LOCAL_MNEMONIC).signMessage({ message });
  const proof = await post(auth.proveWallet, { message, signature }, connected.data.id);
  expect(proof.status, proof.text).toBe(200);
  await expect.poll(async () => (await held()).wallet_proven).toBe(true);
  const { settlements, lines } = await held();
  expect(settlements).toMatchObject([{ name: 'onchain', investments: 1 }]);
  expect(settlements[0]?.weighted_apy).toBeGreaterThan(4);
  expect(lines).toMatchObject([
    { settlement: 'onchain', strategy_id: strategyId, principal: '100', total_deposited: '100' },
  ]);
  // The stored event contains the price of the asset at the time of the event.
  expect(lines[0]?.cost_usd).toBeCloseTo(100, 0);
  const { data: listed } = await get(investments.list);
  const [line, one] = [present(lines[0]), present(listed[0])];
  expect(listed).toHaveLength(1);
  expect(one).toMatchObject({ id: investment_id, status: 'active', settlement: 'onchain', user_id: null });
  expect(one.onchain).toMatchObject({
    chain_id: chain.settings.chainId,
    wallet_proven: true,
    pending_shares: '0',
  });
  expect((await readInvestment()).data).toEqual(one);
  // The figures agree with the statement to the last unit.
  expect(one).toMatchObject({
    ...{ id: line.investment_id, value: line.value, principal: line.principal, earned: line.earned },
    ...{ total_deposited: line.total_deposited, total_withdrawn: line.total_withdrawn },
  });
  expect(Number(one.value)).toBeCloseTo(Number(one.principal), 1);
  const { data: happened } = await get(investments.history);
  expect(happened).toMatchObject([
    { id: firstDepositId, type: 'deposit', source: 'transaction', investment_id, amount: '100' },
  ]);
  const { transaction_hash } = begun(await fetchTransaction(firstDepositId));
  expect(happened[0]?.onchain?.transaction_hash).toBe(transaction_hash);
  const readInvestments = async (settlement: string) =>
    (await get(investments.list, { query: { settlement } })).data;
  expect([await readInvestments('onchain'), await readInvestments('sandbox')]).toEqual([listed, []]);
  const [today] = (await get(investments.daily, { query: { days: '2' } })).data;
  expect(today?.deposited_usd).toBeCloseTo(100, 0);
  expect(today?.value_usd).toBeCloseTo(100, 0);
});

test('a withdrawal or move of a vault position needs only the investment id', async () => {
  const { investment_id } = begun(await fetchTransaction(firstDepositId));
  const out = begun(await post(investments.withdraw, { investment_id, all: true }));
  expect(out).toMatchObject({ type: 'withdrawal', investment_id, strategy_id: strategyId });
  expect(out.wallet_address.toLowerCase()).toBe(WALLET);
  expect(out.steps.map(({ type }) => type)).toEqual(['approve', 'redeem']);
  const to = { to_strategy_id: otherId, amount: '20' };
  const moved = chainMove.parse((await post(investments.move, { investment_id, ...to })).data);
  expect(moved.withdrawal.investment_id).toBe(investment_id);
  expect(moved.deposit.strategy_id).toBe(otherId);
  const same = { investment_id, to_strategy_id: strategyId, amount: '20' };
  expect(refusal(await post(investments.move, same))).toEqual([422, 'move_unavailable']);
  const other = { investment_id, wallet_address: VAULT, all: true };
  expect(refusal(await post(investments.withdraw, other))).toEqual([400, 'invalid_request']);
  const nobodys = { investment_id: investment_id.replace('base', 'optimism'), all: true };
  expect(refusal(await post(investments.withdraw, nobodys))).toEqual([404, 'investment_not_found']);
  for (const { id } of [out, moved.withdrawal, moved.deposit])
    await post(investments.cancelTransaction, {}, id);
});

test('a move between vaults returns a withdrawal and a deposit that are linked', async () => {
  const { withdrawal, deposit } = chainMove.parse((await moveFunds('40')).data);
  expect([withdrawal.counterpart_id, deposit.counterpart_id]).toEqual([deposit.id, withdrawal.id]);
  expect([withdrawal.amount, deposit.amount, deposit.simulated]).toEqual(['40', '40', true]);
  const types = ({ steps }: ChainTransaction) => steps.map(({ type }) => type);
  expect([types(withdrawal), types(deposit)]).toEqual([
    ['approve', 'withdraw'],
    ['permit', 'deposit'],
  ]);
  await sign(withdrawal);
  await sign(deposit);
  await chain.mine(1);
  await runJob('InvestmentsWatch');
  for (const { id } of [withdrawal, deposit]) {
    expect((await fetchTransaction(id)).data).toMatchObject({ status: 'confirmed' });
  }
  const { data: held } = await get(investments.holdings);
  const netDepositedOf = (strategy_id: string) =>
    held.find((each) => each.strategy_id === strategy_id)?.net_deposited;
  expect([netDepositedOf(strategyId), netDepositedOf(otherId)]).toEqual(['60', '40']);
});

test('a vault that an operator closed rejects deposits and pays withdrawals', async () => {
  const { address } = await closeVault(service.table, otherId);
  for (const answer of [await move('deposit', '11', otherId), await moveFunds('11')]) {
    expect(refusal(answer)).toEqual([422, 'strategy_not_accepting_deposits']);
  }
  const body = { strategy_id: otherId, wallet_address: WALLET, all: true };
  const out = begun(await post(investments.withdraw, body));
  expect(out.steps.map(({ type }) => type)).toEqual(['approve', 'redeem']);
  const { data: moved } = await moveFunds('11', strategyId, otherId);
  expect(chainMove.parse(moved).withdrawal.status).toBe('pending');
  const { data: held } = await get(investments.holdings);
  expect(held.map(({ strategy_id }) => strategy_id)).toContain(otherId);
  expect((await get(strategies.get, { params: { id: otherId } })).data.vault).not.toBeNull();
  const again = { strategyId: otherId, address, rebasing: false, now: new Date() };
  expect(await addVault(service.table, [chain.settings], again)).toMatchObject({ closed: false });
  expect(begun(await move('deposit', '11', otherId)).status).toBe('pending');
});

test('a move is rejected if its source strategy has no position or its target strategy has no vault', async () => {
  const query = { chain: 'base', asset: 'USDC', per_page: '100' };
  const { data } = await get(strategies.list, { query });
  const without = present(data.find(({ id }) => ![strategyId, otherId].includes(id)));
  expect(refusal(await moveFunds('11', without.id))).toEqual([422, 'move_unavailable']);
  expect(refusal(await moveFunds('11', strategyId, without.id))).toEqual([404, 'investment_not_found']);
  expect(refusal(await moveFunds('11', strategyId, strategyId))).toEqual([422, 'move_unavailable']);
  expect(refusal(await moveFunds('1000'))).toEqual([422, 'insufficient_balance']);
});

test('a deposit of a token that supports permits needs one signature and one call of the router', async () => {
  const requested = begun(await move('deposit', '20', permitStrategyId));
  expect(requested.steps.map(({ type }) => type)).toEqual(['permit', 'deposit']);
  const signature = `0x${'11'.repeat(64)}1b`;
  const forged = await post(investments.signTransaction, { signature }, requested.id);
  expect([refusal(forged), forged.error.details?.reason]).toEqual([[422, 'signature_refused'], 'wrong']);
  const { data: left } = await signPermit(requested);
  expect(left.steps.map(({ type }) => type)).toEqual(['deposit']);
  // Send the steps as a web page does with any browser wallet (EIP-1193). The wallet signs the permit a second time,
  // which changes nothing.
  const provider = {
    request: ({ method, params = [] }: { method: string; params?: readonly unknown[] }) =>
      chain.rpc(method, ...params),
  };
  const client = createClient({ baseUrl: service.baseUrl, credential: service.keys.enterprise });
  const send = createStepSender(provider, WALLET, { everyMs: 5 });
  const verify = await buildPinnedRequest('20', permitStrategyId, permitTokenAddress);
  // This client gets changed responses, as from a dishonest service. The changed steps would pay another wallet.
  const dishonest = createClient({
    baseUrl: service.baseUrl,
    credential: service.keys.enterprise,
    fetch: async (url, init) => {
      const text = await (await fetch(url, init)).text();
      return new Response(text.replaceAll(WALLET.slice(2), '1'.repeat(40)));
    },
  });
  await expect(sendSteps(dishonest, requested, send, { verify })).rejects.toThrow(StepMismatchError);
  const wrong = { ...verify, amount: '21' };
  await expect(sendSteps(client, requested, send, { verify: wrong })).rejects.toThrow(StepMismatchError);
  expect((await fetchTransaction(requested.id)).data).toMatchObject({ status: 'pending' });
  const reported = await sendSteps(client, requested, send, { verify });
  expect([reported.status, reported.hashes.length]).toEqual(['submitted', 1]);
  await chain.mine(1);
  await runJob('InvestmentsWatch');
  const { status } = begun(await fetchTransaction(requested.id));
  expect(status).toBe('confirmed');
  expect(refusal(await signPermit(requested))).toEqual([422, 'transaction_not_open']);
});

test('a permit signature is rejected when the simulation of its deposit fails', async () => {
  const requested = begun(await move('deposit', '970', permitStrategyId));
  const transferData = call.transfer(VAULT, 500_000_000n);
  await chain.send({ from: WALLET, to: permitTokenAddress, data: transferData });
  expect(refusal(await signPermit(requested))).toEqual([422, 'simulation_failed']);
});

test('a deposit or move of less than the minimum deposit is rejected', async () => {
  for (const answer of [await move('deposit', '0.5'), await moveFunds('0.5', strategyId, otherId)]) {
    expect(refusal(answer)).toEqual([422, 'below_minimum_deposit']);
    expect(answer.error.details).toMatchObject({ asset: 'USDC', min_deposit_usd: expect.any(Number) });
  }
});

test('a cancelled transaction accepts no transaction hashes', async () => {
  const { id } = begun(await move('deposit', '11'));
  const cancelled = await post(investments.cancelTransaction, {}, id);
  expect(cancelled.data).toMatchObject({ id, status: 'cancelled' });
  const hashes = [`0x${'1'.repeat(64)}`];
  const reported = await post(investments.submitTransaction, { hashes }, id);
  expect(refusal(reported)).toEqual([422, 'transaction_not_open']);
});

test('reading, submitting, signing or cancelling an unknown transaction is answered with 404', async () => {
  const id = 'txn_none';
  const hashes = [`0x${'1'.repeat(64)}`];
  for (const answer of [
    await fetchTransaction(id),
    await post(investments.submitTransaction, { hashes }, id),
    await post(investments.signTransaction, { signature: `0x${'11'.repeat(65)}` }, id),
    await post(investments.cancelTransaction, {}, id),
  ]) {
    expect(refusal(answer)).toEqual([404, 'transaction_not_found']);
  }
});

test('a sandbox transaction is confirmed at once and cannot be signed, submitted or cancelled', async () => {
  const query = { chain: 'base', asset: 'USDC', per_page: '100' };
  const without = (await get(strategies.list, { query })).data.find(
    ({ id }) => ![strategyId, otherId].includes(id),
  );
  const body = { strategy_id: present(without).id, amount: '50' };
  const { data: entry } = await post(investments.deposit, body);
  const id = present(entry.id);
  const hashes = [`0x${'1'.repeat(64)}`];
  for (const answer of [
    await post(investments.submitTransaction, { hashes }, id),
    await post(investments.signTransaction, { signature: `0x${'11'.repeat(65)}` }, id),
    await post(investments.cancelTransaction, {}, id),
  ]) {
    expect(refusal(answer)).toEqual([422, 'transaction_not_open']);
    expect(answer.error.message).toContain('confirmed at once');
  }
  const unnamed = await post(investments.withdraw, { ...body, wallet_address: WALLET });
  expect(refusal(unnamed)).toEqual([404, 'investment_not_found']);
  expect(unnamed.error.message).toContain('investment_id');
});

test('a deposit of more tokens than the wallet holds is rejected', async () => {
  const answer = await move('deposit', '99999999');
  expect(refusal(answer)).toEqual([422, 'insufficient_balance']);
  expect(answer.error.message).toMatch(
    /^The wallet holds [\d.]+ USDC, which is less than the amount of the deposit\. Deposit less, or add funds to the wallet\.$/,
  );
});

test('a withdrawal of more than the value of the shares in the wallet is rejected', async () => {
  const answer = await move('withdraw', '99999999');
  expect(refusal(answer)).toEqual([422, 'insufficient_balance']);
  expect(answer.error.message).toMatch(
    /^The wallet's shares of this vault are worth [\d.]+ USDC\. Withdraw that amount or less\.$/,
  );
});

test('a deposit, withdrawal or move is rejected when its steps fail in the simulation', async () => {
  await chain.send({ from: WALLET, to: VAULT, data: call.setPaused(true) });
  for (const kind of ['deposit', 'withdraw'] as const) {
    const answer = await move(kind, '11');
    expect(refusal(answer), kind).toEqual([422, 'simulation_failed']);
    // The paused vault reports a limit of zero. Many vaults always report zero, so the error states only the reason of
    // the revert.
    expect(answer.error.details?.reason).toMatch(/^ERC4626ExceededMax(Deposit|Withdraw)$/);
    expect(answer.error.message).not.toMatch(/paused|full/);
  }
  for (const answer of [await moveFunds('11'), await moveFunds('11', strategyId, otherId)]) {
    expect(refusal(answer)).toEqual([422, 'simulation_failed']);
  }
  await chain.send({ from: WALLET, to: VAULT, data: call.setPaused(false) });
});

test('deposits, withdrawals and moves are rejected after the share price changed by too much', async () => {
  await chain.send({ from: WALLET, to: VAULT, data: call.lose(100n) });
  const answer = await move('deposit', '11');
  expect([refusal(answer), answer.error.details]).toEqual([
    [422, 'unsafe_share_price'],
    { reason: 'moved', request_id: expect.any(String) },
  ]);
  expect(refusal(await moveFunds('11', strategyId, otherId))).toEqual([422, 'unsafe_share_price']);
  expect(refusal(await move('withdraw', '11'))).toEqual([422, 'unsafe_share_price']);
});

// The last test of the file, because it stops the chain.
test('a chain whose node does not answer is reported as unavailable', async () => {
  const requested = begun(await move('deposit', '11', permitStrategyId));
  await chain.stop();
  expect(refusal(await signPermit(requested))).toEqual([422, 'chain_unavailable']);
  for (const kind of ['deposit', 'withdraw'] as const) {
    const answer = await move(kind, '11');
    expect(answer.error.code, answer.text).toBe('chain_unavailable');
  }
  expect(refusal(await moveFunds('11'))).toEqual([422, 'chain_unavailable']);
});
