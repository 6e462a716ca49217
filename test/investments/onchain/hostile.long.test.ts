import { decodeFunctionResult, encodeFunctionData, parseAbi } from 'viem/utils';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { type Hex, hexSchema } from '../../../shared/chain/abi.ts';
import { decodeNumber, encodeReadCall, encodeStepCall } from '../../../shared/chain/erc4626.ts';
import { RpcError } from '../../../shared/chain/json-rpc.ts';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import { listInvestments } from '../../../shared/investments/investments.ts';
import { listHistory } from '../../../shared/investments/reports/history.ts';
import { listHoldings } from '../../../shared/investments/reports/vault-holdings.ts';
import { readBalance } from '../../../shared/investments/store/onchain/chain-journal.ts';
import { verifyChainItems } from '../../../shared/investments/verify/verify-chain.ts';
import { rescanChain } from '../../../shared/investments/watcher/watcher.ts';
import { ApiError } from '../../../shared/platform/contract/errors.ts';
import { toChecksummedAddress } from '../../../shared/platform/domain/ethereum.ts';
import { fromBaseUnits, toBaseUnits } from '../../../shared/platform/domain/units.ts';
import { startFaultyNode } from '../../support/chain/faulty-node.ts';
import { ANN, BEN, call, startVaultChain, VAULT, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket, vaultPositionOf } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { createRandomGenerator } from '../../support/random.ts';

const CONFIRMATIONS = 2;
const OPERATION_COUNT = Number(process.env.CHAIN_OPERATIONS ?? 150);
const SEED = Number(process.env.CHAIN_SEED ?? Math.floor(Math.random() * 2 ** 31));
/** Number of blocks after which a block can no longer be replaced. */
const BLOCKS_UNTIL_FINAL = 70;
const BASE_UNITS_PER_TOKEN = 10n ** 6n;
const [ann, ben]: readonly Hex[] = [ANN ?? '0x', BEN ?? '0x'];
const STRANGER: Hex = `0x${'5c'.repeat(20)}`;
const OWN = [ann ?? '0x', ben ?? '0x'] as const;

let table: EmbeddedTable;
let chain: VaultChain;
beforeAll(async () => {
  process.stdout.write(`hostile chain: CHAIN_SEED=${SEED}\n`);
  table = await startTable();
  chain = await startVaultChain('base', CONFIRMATIONS);
}, 120_000);
afterAll(async () => {
  await chain?.stop();
  await table?.stop();
});

const EVENT_TOPICS = {
  deposit: '0xdcbc1c05240f31ff3ad067ef1ee35ce4997762752e3a095284754544f4c709d7',
  withdraw: '0xfbde797d201c681b91056529119e0b02407c7bb96a4a2c75c01fc9667232c8db',
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
} as const;
const logs = z.array(
  z.object({
    address: z.string(),
    topics: z.array(z.string()),
    data: z.string(),
    blockNumber: z.string().transform(Number),
    blockHash: hexSchema,
    transactionHash: z.string(),
    logIndex: z.string().transform(Number),
  }),
);
const addressIn = (word: string | undefined) => `0x${(word ?? '').slice(-40).toLowerCase()}`;
const decodeWords = (data: string) =>
  (data.slice(2).match(/.{64}/g) ?? []).map((word) => BigInt(`0x${word}`));

/** The expected state of one wallet according to the logs of the chain. */
interface Expected {
  shares: bigint;
  cost: bigint;
  deposited: bigint;
  withdrawn: bigint;
  rows: { type: string; shares: bigint; amount: bigint; hash: string | null }[];
}

/** Returns the value of shares in base units of the asset, at the share price that the vault reports for a block. */
async function readSharesValueAt(
  shares: bigint,
  block: string | number | { blockHash: string },
): Promise<bigint> {
  const at = typeof block === 'number' ? `0x${block.toString(16)}` : block;
  const data = encodeReadCall.convertToAssets(10n ** 18n);
  const price = decodeNumber(hexSchema.parse(await chain.rpc('eth_call', { to: VAULT, data }, at))) ?? 0n;
  return (shares * price) / 10n ** 18n;
}

/**
 * Returns the expected positions at average cost, computed from the chain's logs without code of the service. `since`
 * contains the start values of each wallet and their block. Only logs of later blocks count.
 */
async function computeExpectedPositions(
  since: ReadonlyMap<string, { block: number; shares: bigint; worth: bigint }>,
) {
  const read = async (address: string) =>
    logs.parse(await chain.rpc('eth_getLogs', { address, fromBlock: '0x0', toBlock: 'latest' }));
  const [vaultLogs, assetLogs] = [await read(VAULT), await read(chain.usdc)];
  const of = new Map<string, Expected>();
  for (const [wallet, { shares, worth }] of since) {
    const opening = { type: 'opening_balance', shares, amount: worth, hash: null };
    const rows = shares === 0n ? [] : [opening];
    of.set(wallet, { shares, cost: worth, deposited: 0n, withdrawn: 0n, rows });
  }
  const known = (wallet: string, block: number) =>
    block > (since.get(wallet)?.block ?? Number.POSITIVE_INFINITY) ? of.get(wallet) : undefined;
  const leave = (one: Expected, shares: bigint) => {
    const taken = (one.cost * shares + one.shares - 1n) / one.shares;
    one.cost -= taken;
    one.shares -= shares;
    return taken;
  };
  for (const { topics, data, blockNumber, blockHash, transactionHash } of vaultLogs) {
    const [x = 0n, y = 0n] = decodeWords(data);
    const hash = transactionHash;
    if (topics[0] === EVENT_TOPICS.deposit) {
      const one = known(addressIn(topics[2]), blockNumber);
      if (one === undefined) continue;
      const isPaidByReceiver = assetLogs.some(
        (log) =>
          log.transactionHash === transactionHash &&
          log.topics[0] === EVENT_TOPICS.transfer &&
          addressIn(log.topics[1]) === addressIn(topics[2]),
      );
      one.shares += y;
      one.cost += x;
      if (isPaidByReceiver) one.deposited += x;
      one.rows.push({ type: isPaidByReceiver ? 'deposit' : 'transfer_in', shares: y, amount: x, hash });
    } else if (topics[0] === EVENT_TOPICS.withdraw) {
      const one = known(addressIn(topics[3]), blockNumber);
      if (one === undefined) continue;
      leave(one, y);
      one.withdrawn += x;
      one.rows.push({ type: 'withdrawal', shares: y, amount: x, hash });
    } else if (topics[0] === EVENT_TOPICS.transfer) {
      const [from, to] = [addressIn(topics[1]), addressIn(topics[2])];
      if (BigInt(from) === 0n || BigInt(to) === 0n) continue;
      const amount = await readSharesValueAt(x, { blockHash });
      const [sender, receiver] = [known(from, blockNumber), known(to, blockNumber)];
      const transferredCost = sender === undefined ? undefined : leave(sender, x);
      sender?.rows.push({ type: 'transfer_out', shares: x, amount, hash });
      if (receiver === undefined) continue;
      receiver.shares += x;
      receiver.cost += transferredCost ?? amount;
      receiver.rows.push({ type: 'transfer_in', shares: x, amount, hash });
    }
  }
  return of;
}

const BALANCE_ABI = parseAbi(['function balanceOf(address owner) view returns (uint256)']);
async function balanceOf(wallet: Hex, block: number): Promise<bigint> {
  const data = encodeFunctionData({ abi: BALANCE_ABI, functionName: 'balanceOf', args: [wallet] });
  const converted = await chain.rpc('eth_call', { to: VAULT, data }, `0x${block.toString(16)}`);
  return decodeFunctionResult({
    abi: BALANCE_ABI,
    functionName: 'balanceOf',
    data: hexSchema.parse(converted),
  });
}

test(`after ${OPERATION_COUNT} random operations with chain reorganizations and faulty nodes, the ledger equals the logs of the chain`, async () => {
  const draw = createRandomGenerator(SEED);
  const pick = (max: number) => Math.floor(draw() * max);
  const market = await VaultMarket.open(table, chain);
  for (const wallet of OWN) {
    await chain.send({ from: wallet, to: chain.usdc, data: call.mint(wallet, 10n ** 13n) });
    await chain.send({ from: wallet, to: chain.usdc, data: encodeStepCall.approve(VAULT, 10n ** 12n) });
    await market.prove(wallet);
  }
  await chain.rpc('anvil_impersonateAccount', STRANGER);
  await chain.rpc('anvil_setBalance', STRANGER, `0x${(10n ** 19n).toString(16)}`);
  await chain.send({ from: STRANGER, to: chain.usdc, data: call.mint(STRANGER, 10n ** 13n) });
  await chain.send({ from: STRANGER, to: chain.usdc, data: encodeStepCall.approve(VAULT, 10n ** 13n) });
  // Both wallets hold shares before an account requests the first deposit for these wallets.
  for (const wallet of OWN) {
    await chain.send({
      from: wallet,
      to: VAULT,
      data: encodeStepCall.deposit(500n * BASE_UNITS_PER_TOKEN, wallet),
    });
  }
  await chain.mine(BLOCKS_UNTIL_FINAL);
  for (const wallet of OWN) await market.cancel((await market.deposit('1', wallet)).id);
  const block = z.object({ number: z.string().transform(Number) });
  const latest = block.parse(await chain.rpc('eth_getBlockByNumber', 'latest', false)).number;
  const since = new Map<string, { block: number; shares: bigint; worth: bigint }>();
  for (const wallet of OWN) {
    const at = latest - 64;
    const shares = await balanceOf(wallet, at);
    expect(shares).toBeGreaterThan(0n);
    since.set(wallet, { block: at, shares, worth: await readSharesValueAt(shares, at) });
  }
  const bad = [
    { withholding: 0.4, draw },
    { lagBlocks: 2, contradicting: 0.1, draw },
    { lagBlocks: 4, dead: 0.1, refusing: 0.1, rangeMax: 9, draw },
  ];
  const nodes = await Promise.all(bad.map((faults) => startFaultyNode(chain.settings.rpcUrl, faults)));
  /** Hash of the final chain transaction for each requested vault transaction, by vault transaction id. */
  const requests = new Map<string, Hex>();
  let mark: { readonly id: unknown; blocks: number } | undefined;
  const watch = async () => {
    const node = nodes[pick(nodes.length + 1)];
    const rpcUrl = node?.url ?? chain.settings.rpcUrl;
    await market.watch(table, { ...chain.settings, rpcUrl }).catch((error: unknown) => {
      const isNodeError =
        error instanceof RpcError || (error instanceof Error && error.name === 'InconsistentNodeError');
      if (!isNodeError) throw error;
    });
  };
  const refused = (error: unknown) => {
    const expected = ['insufficient_balance', 'unsafe_share_price', 'open_transaction_limit_reached'];
    if (error instanceof ApiError && expected.includes(error.code)) return undefined;
    throw error;
  };
  const done = { reorganized: 0, requests: 0, past: 0 };
  for (let n = 0; n < OPERATION_COUNT; n += 1) {
    await market.observe();
    const wallet = OWN[pick(2)] ?? OWN[0];
    const other = wallet === OWN[0] ? OWN[1] : OWN[0];
    const held = await chain.sharesOf(wallet);
    const part = held / BigInt(2 + pick(5));
    const amount = String((1 + pick(50_000)) / 100);
    const kind = pick(12);
    if (kind < 5) {
      // Another account, which has not proven that it controls the wallet, requests the same deposit.
      market.owner = 'usr_b';
      const twin = await market.deposit(amount, wallet).catch(refused);
      market.owner = 'usr_a';
      const requested =
        kind < 3
          ? await market.deposit(amount, wallet).catch(refused)
          : await market.withdraw(kind === 3 ? amount : 'all', wallet).catch(refused);
      if (requested !== undefined) {
        const hashes = await market.sign(requested);
        if (pick(2) === 0) await market.submit(requested.id, hashes);
        requests.set(requested.id, hashes.at(-1) ?? '0x');
        done.requests += 1;
      }
      market.owner = 'usr_b';
      if (twin !== undefined) await market.cancel(twin.id).catch(() => undefined);
      market.owner = 'usr_a';
    } else {
      done.past += 1;
      const assets = toBaseUnits(amount, 6);
      const send = (from: Hex, data: Hex) => chain.send({ from, to: VAULT, data });
      if (kind === 5) await send(wallet, encodeStepCall.deposit(assets, wallet));
      else if (kind === 6) await send(STRANGER, encodeStepCall.deposit(assets, wallet));
      else if (kind === 7 && part > 0n) await send(wallet, call.transfer(STRANGER, part));
      else if (kind < 10 && part > 0n) await send(wallet, call.transfer(other, part));
      else if ((await chain.sharesOf(STRANGER)) > 9n) await send(STRANGER, call.transfer(wallet, 3n));
    }
    await chain.mine(1);
    if (mark === undefined && pick(6) === 0) mark = { id: await chain.rpc('evm_snapshot'), blocks: 0 };
    else if (mark !== undefined) {
      mark.blocks += 1;
      if (mark.blocks >= 1 + pick(3)) {
        await watch();
        await chain.rpc('evm_revert', mark.id);
        // Mine more blocks than were removed, so that the new chain is longer than the old one.
        await chain.rpc('evm_increaseTime', 7 + pick(100));
        await chain.mine(8);
        mark = undefined;
        done.reorganized += 1;
      }
    }
    if (pick(3) === 0) await watch();
  }
  await Promise.all(nodes.map((node) => node.stop()));
  await chain.mine(CONFIRMATIONS);
  await market.watch();
  // Read all blocks again, as the service does when the hourly comparison finds a difference. A node may have withheld
  // events until their blocks were final.
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
  const dependencies = { table, clock: () => market.nowMs, log, priceUsd: async () => 1 };
  await rescanChain(dependencies, chain.settings, { from: 0, to: Number.MAX_SAFE_INTEGER });
  await market.observe();
  process.stdout.write(`hostile chain: ${JSON.stringify(done)}\n`);
  expect(done.reorganized).toBeGreaterThan(OPERATION_COUNT / 40);

  expect((await verifyChainItems(table)).differences).toEqual([]);
  for (const [id, hash] of requests) {
    const receipt = await chain.rpc('eth_getTransactionReceipt', hash);
    const { status } = await market.transaction(id);
    expect(status === 'confirmed', `${id} is ${status}`).toBe(receipt !== null);
  }
  const expected = await computeExpectedPositions(since);
  const { investments: list, lines } = await market.positions();
  const history: Awaited<ReturnType<typeof listHistory>>['data'] = [];
  for (let page = 1, isLast = false; !isLast; page += 1) {
    const { data, pagination } = await listHistory(table, 'usr_a', { page, per_page: 100 });
    history.push(...data);
    isLast = page >= pagination.total_pages;
  }
  const holdings = (await listHoldings(table, 'usr_a', { page: 1, per_page: 100 })).data;
  for (const wallet of OWN) {
    const expectedState = expected.get(wallet);
    if (expectedState === undefined) throw new Error('There is a truth of each wallet');
    const { posted, pending } = await readBalance(table, vaultPositionOf(chain, wallet));
    expect(pending).toEqual({ assets: 0n, shares: 0n });
    expect(posted.shares).toBe(expectedState.shares);
    expect(posted.shares).toBe(await chain.sharesOf(wallet));
    await market.agrees(wallet);
    const text = toChecksummedAddress(wallet);
    const position = list.find(({ wallet_address }) => wallet_address === text);
    const holding = holdings.find(({ wallet_address }) => wallet_address === text);
    const line = lines.find(({ wallet_address }) => wallet_address === text);
    const units = (amount: bigint) => fromBaseUnits(amount, 6);
    expect(position?.onchain?.shares).toBe(units(expectedState.shares));
    expect(holding?.shares).toBe(units(expectedState.shares));
    for (const one of [position, line]) {
      expect(one).toMatchObject({
        principal: units(expectedState.cost),
        total_deposited: units(expectedState.deposited),
        total_withdrawn: units(expectedState.withdrawn),
      });
    }
    const value = await readSharesValueAt(expectedState.shares, position?.onchain?.price_block_number ?? 0);
    expect([position?.value, holding?.value, line?.value]).toEqual(Array(3).fill(units(value)));
    expect(holding?.price_block_number).toBe(position?.onchain?.price_block_number);
    const converted = history
      .filter(({ wallet_address, status }) => wallet_address === text && status === 'confirmed')
      .map((row) => `${row.type} ${row.onchain?.shares} ${row.amount} ${row.onchain?.transaction_hash}`);
    const rows = expectedState.rows.map(
      (row) => `${row.type} ${units(row.shares)} ${units(row.amount)} ${row.hash}`,
    );
    expect(converted.toSorted()).toEqual(rows.toSorted());
  }
  const now = new Date(Date.now() + 365 * 86_400_000);
  const others = await listInvestments(table, 'usr_b', investments.list.query.parse({}), now);
  expect(others.data).toEqual([]);
}, 900_000);
