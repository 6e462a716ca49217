import { createServer, type RequestListener, type Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { DEMO_WALLETS } from '../../infra/emulator/chains/local-chains.ts';
import { findFreePort, listenOnLoopback } from '../../infra/emulator/process/port.ts';
import { callNode } from '../../shared/chain/json-rpc.ts';
import type { ChainSettings } from '../../shared/chain/networks.ts';
import { createPriceLookup } from '../../shared/market/domain/price-lookup.ts';
import { changeConnectionStatus } from '../../shared/wallets/administration.ts';
import { type BalancesQuery, readBalances } from '../../shared/wallets/balances.ts';
import { wallet } from '../../shared/wallets/contract/documentation.ts';
import { type LocalChains, startLocalChains, waitUntilIncluded } from '../support/chain/chains.ts';
import { type EmbeddedTable, startTable } from '../support/engine/embedded-table.ts';
import { addressOf, callerOf, connect } from '../support/wallets.ts';

const [rich, poor] = DEMO_WALLETS.map(({ address }) => address);
/** A funded account of the local nodes, which pays for transactions. */
const FUNDED_ACCOUNT = '0x9965507D1a55bcC2695C58ba16FB37d819B0A4dc';
const meta = z.object(wallet.balances.meta);
const prices = async () => ({
  priceOf: createPriceLookup([
    ['ETH', 2_000],
    ['USDC', 1],
    ['USDT', 1],
    ['WBTC', 60_000],
  ]),
  asOf: '2026-05-01T11:00:00.000Z',
});

let table: EmbeddedTable;
let local: LocalChains | undefined;
const servers: Server[] = [];

beforeAll(async () => {
  [table, local] = await Promise.all([startTable(), startLocalChains(['ethereum', 'base'])]);
  await connect(table, 'usr_rich', 'alice', rich ?? '');
  await connect(table, 'usr_rich', 'bob', poor ?? '');
});
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
  await Promise.all([table.stop(), local?.stop()]);
});

/** Starts a node that answers with the listener, for responses that a real node would never send. */
async function startBadNode(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  return `http://127.0.0.1:${await listenOnLoopback(server)}/secret-key`;
}

function requireLocalChains(): readonly [ChainSettings, ChainSettings] {
  const [ethereum, base] = local?.chains.map(({ settings }) => settings) ?? [];
  if (ethereum === undefined || base === undefined) throw new Error('The local chains are not running');
  return [ethereum, base];
}

async function read(query: Partial<BalancesQuery>, chains: readonly ChainSettings[], owner = 'usr_rich') {
  const { principal } = callerOf(owner);
  const reply = await readBalances({ table, chains, prices }, { page: 1, per_page: 10, ...query }, principal);
  return { data: wallet.balances.response.parse(reply.data), meta: meta.parse(reply.meta), reply };
}

// These tests read from local chain nodes and therefore run only on Linux.
describe.runIf(process.platform === 'linux')('balances that are read from running local chains', () => {
  test('native and token balances of every connected wallet are exact and valued in USD', async () => {
    const { data, meta, reply } = await read({}, requireLocalChains());
    expect(reply.pagination).toMatchObject({ total: 2, count: 2 });
    const [bob, alice] = data;
    expect(alice).toMatchObject({ user_id: 'alice', wallet_address: rich, complete: true });
    // On each of two chains: 12.5 ETH and 3 WETH (31,000 USD), 25,000 USDC, 1,250.5 USDT, and 0.75 WBTC (45,000 USD).
    expect(alice?.total_usd).toBe(2 * (31_000 + 25_000 + 1_250.5 + 45_000));
    expect(alice?.balances.filter(({ chain }) => chain === 'base')).toMatchObject([
      { asset: 'ETH', token_address: null, amount: '12.5', amount_base_units: '12500000000000000000' },
      { asset: 'USDC', amount: '25000', amount_base_units: '25000000000', value_usd: 25_000 },
      { asset: 'USDT', amount: '1250.5' },
      { asset: 'WBTC', decimals: 8, amount: '0.75', value_usd: 45_000 },
      { asset: 'WETH', amount: '3', price_usd: 2_000 },
    ]);
    // DAI has no price in this test.
    expect(bob).toMatchObject({ user_id: 'bob', complete: false, total_usd: 2 * (500 + 100) });
    expect(meta.chains).toMatchObject([
      { chain: 'ethereum', chain_id: requireLocalChains()[0].chainId, status: 'ok', reason: null },
      { chain: 'base', chain_id: requireLocalChains()[1].chainId, status: 'ok', reason: null },
    ]);
    expect(meta.prices_as_of).toBe('2026-05-01T11:00:00.000Z');
  });

  test('after a transfer on the chain, the next response has the new balance and a later block', async () => {
    const [ethereum] = requireLocalChains();
    await connect(table, 'usr_moves', 'carol', addressOf(99));
    const query = { asset: 'USDC', chain: 'ethereum', include_zero: true };
    const before = await read(query, [ethereum], 'usr_moves');
    expect(before.data[0]?.balances).toMatchObject([{ amount: '0' }]);
    const usdc = ethereum.tokens.find(({ asset }) => asset === 'USDC')?.address;
    // The call mint(address,uint256) of the test token.
    const data = `0x40c10f19${addressOf(99).slice(2).padStart(64, '0')}${7n.toString(16).padStart(64, '0')}`;
    const hash = await callNode(ethereum, 'eth_sendTransaction', [{ from: FUNDED_ACCOUNT, to: usdc, data }]);
    await waitUntilIncluded(ethereum, hash);
    const after = await read(query, [ethereum], 'usr_moves');
    expect(after.data[0]?.balances).toMatchObject([{ amount: '0.000007', amount_base_units: '7' }]);
    expect(after.meta.chains[0]?.block_number).toBeGreaterThan(before.meta.chains[0]?.block_number ?? 0);
  });

  test('with a filter by wallet, end user, token or chain, only the matching balances are read', async () => {
    const one = await read(
      { wallet_address: rich?.toLowerCase(), asset: 'USDC', chain: 'base' },
      requireLocalChains(),
    );
    expect(one.data.map(({ wallet_address, balances }) => [wallet_address, balances.length])).toEqual([
      [rich, 1],
    ]);
    expect(one.meta.chains.map(({ chain }) => chain)).toEqual(['base']);
    const userAnswer = await read({ user_id: 'bob' }, requireLocalChains());
    expect(userAnswer.data.map(({ user_id }) => user_id)).toEqual(['bob']);
    const second = await read({ per_page: 1, page: 2 }, requireLocalChains());
    expect(second.data.map(({ user_id }) => user_id)).toEqual(['alice']);
    expect(second.reply.pagination).toMatchObject({ total: 2, total_pages: 2 });
  });

  test('balances are read only for active wallet connections of the account', async () => {
    const nobody = { data: [], reply: { pagination: { total: 0 } } };
    expect(await read({ wallet_address: addressOf(5) }, requireLocalChains())).toMatchObject(nobody);
    expect(await read({ wallet_address: rich }, requireLocalChains(), 'usr_other')).toMatchObject(nobody);
    const { id } = await connect(table, 'usr_gone', 'x', addressOf(6));
    await changeConnectionStatus(table, id, { status: 'suspended' }, callerOf('usr_admin', 'admin'));
    expect(await read({ wallet_address: addressOf(6) }, requireLocalChains(), 'usr_gone')).toMatchObject(
      nobody,
    );
    expect(await read({}, requireLocalChains(), 'usr_gone')).toMatchObject(nobody);
  });

  test('a filter by a chain that is not configured is rejected, and the error names the configured chains', async () => {
    await expect(read({ chain: 'solana' }, requireLocalChains())).rejects.toMatchObject({
      code: 'invalid_chain',
      details: { supported: ['ethereum', 'base'] },
    });
  });

  test('a token whose address has no contract is listed in unread_assets', async () => {
    const [ethereum] = requireLocalChains();
    const unknownToken = { asset: 'GHOST', address: `0x${'12'.repeat(20)}` as const, decimals: 18 };
    const { data, meta } = await read({ user_id: 'alice' }, [
      { ...ethereum, tokens: [unknownToken, ...ethereum.tokens] },
    ]);
    expect(meta.chains).toMatchObject([
      { status: 'partial', reason: 'token_failed', unread_assets: ['GHOST'] },
    ]);
    expect(data[0]).toMatchObject({ complete: false });
    expect(data[0]?.balances.map(({ asset }) => asset)).toEqual(['ETH', 'USDC', 'USDT', 'WBTC', 'WETH']);
  });

  const faults: [reason: string, break_: (chain: ChainSettings) => Promise<ChainSettings>][] = [
    ['unreachable', async (chain) => ({ ...chain, rpcUrl: `http://127.0.0.1:${await findFreePort()}` })],
    [
      'unreachable',
      async (chain) => ({ ...chain, rpcUrl: await startBadNode((_, to) => to.writeHead(503).end()) }),
    ],
    ['timeout', async (chain) => ({ ...chain, timeoutMs: 150, rpcUrl: await startBadNode(() => {}) })],
    [
      'timeout',
      async (chain) => ({
        ...chain,
        timeoutMs: 150,
        rpcUrl: await startBadNode((_, to) => to.writeHead(200).write('{"jsonrpc":')),
      }),
    ],
    ['bad_answer', async (chain) => ({ ...chain, rpcUrl: await startBadNode((_, to) => to.end('<html>')) })],
    [
      'bad_answer',
      async (chain) => ({ ...chain, rpcUrl: await startBadNode((_, to) => to.end('{"result":"0x00"}')) }),
    ],
    [
      'bad_answer',
      async (chain) => ({
        ...chain,
        rpcUrl: await startBadNode((_, to) => to.end('{"error":{"code":-32000,"message":"secret"}}')),
      }),
    ],
    [
      'bad_answer',
      async (chain) => ({
        ...chain,
        rpcUrl: await startBadNode((_, to) => to.end(' '.repeat(5 * 1024 * 1024))),
      }),
    ],
    ['wrong_chain', async (chain) => ({ ...chain, chainId: 5 })],
    ['no_multicall', async (chain) => ({ ...chain, multicallAddress: `0x${'34'.repeat(20)}` as const })],
  ];

  test.each(faults)(
    'when one chain fails (%s), the balances on the other chains are still read',
    async (reason, break_) => {
      const [ethereum, base] = requireLocalChains();
      const { data, meta, reply } = await read({ user_id: 'alice' }, [await break_(base), ethereum]);
      expect(meta.chains).toMatchObject([
        { chain: 'base', status: 'unavailable', reason, block_number: null },
        { chain: 'ethereum', status: 'ok' },
      ]);
      expect(data[0]).toMatchObject({ complete: false, total_usd: 102_250.5 });
      expect(JSON.stringify(reply)).not.toContain('secret');
    },
  );

  test('the response has no balances and complete=false when every chain fails', async () => {
    const [ethereum] = requireLocalChains();
    const down = { ...ethereum, rpcUrl: `http://127.0.0.1:${await findFreePort()}` };
    const { data } = await read({ user_id: 'alice' }, [down]);
    expect(data).toMatchObject([{ balances: [], total_usd: 0, complete: false }]);
  });
});
