import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { DEMO_FIRST_DEPOSIT_BASE_UNITS } from '../../../infra/emulator/chains/demo-vault.ts';
import { type Hex, hexSchema } from '../../../shared/chain/abi.ts';
import { RpcError } from '../../../shared/chain/json-rpc.ts';
import { readBalance } from '../../../shared/investments/store/onchain/chain-journal.ts';
import { ApiError } from '../../../shared/platform/contract/errors.ts';
import { toBaseUnits } from '../../../shared/platform/domain/units.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { startFaultyNode } from '../../support/chain/faulty-node.ts';
import { ANN, BEN, call, startVaultChain, VAULT, type VaultChain } from '../../support/chain/vault-chain.ts';
import { VaultMarket, vaultPositionOf } from '../../support/chain/vault-market.ts';
import { type EmbeddedTable, startTable } from '../../support/engine/embedded-table.ts';
import { createRandomGenerator } from '../../support/random.ts';

const CONFIRMATIONS = 3;
const OPERATIONS = 200;
const TEST_TIMEOUT_MS = 900_000;
const SEED = Number(process.env.CHAIN_SEED ?? Math.floor(Math.random() * 2 ** 31));

let engine: EmbeddedTable;
let base: VaultChain;
let table: Table;
beforeAll(async () => {
  process.stdout.write(`chain: CHAIN_SEED=${SEED}\n`);
  engine = await startTable();
  base = await startVaultChain('base', CONFIRMATIONS);
}, 120_000);
afterAll(async () => {
  await base?.stop();
  await engine?.stop();
});

/** Runs work on a new table, and restores the chain afterwards. */
async function runOnNewTable(work: () => Promise<void>): Promise<void> {
  table = await engine.another();
  const restoreChain = await base.keep();
  try {
    await work();
  } finally {
    await restoreChain();
  }
}

const ann = () => ANN ?? '0x';
const ben = () => BEN ?? '0x';
const receipt = z.object({ blockNumber: z.string(), status: z.literal('0x1') });
const block = z.object({ timestamp: z.string().transform(BigInt), hash: z.string() });

/** Returns the block time of a successful transaction in seconds. */
async function timeOf(hash: Hex): Promise<bigint> {
  let found = await base.rpc('eth_getTransactionReceipt', hash);
  // If the node is busy, the transaction may not be in a block yet. Mine more blocks until it is.
  for (let mined = 0; found === null && mined < 100; mined += 1) {
    await base.mine(1);
    found = await base.rpc('eth_getTransactionReceipt', hash);
  }
  const { blockNumber } = receipt.parse(found);
  return block.parse(await base.rpc('eth_getBlockByNumber', blockNumber, false)).timestamp;
}

const YEAR_SECONDS = 31_536_000n;
const ONE = 10n ** 18n;
/** Yearly yield of the demo vault, in units of 1e-18. */
const RATE = 5n * 10n ** 16n;

/**
 * A model of the demo vault in exact integers: OpenZeppelin's ERC-4626 with one virtual share and one virtual unit.
 */
class VaultModel {
  readonly shares = new Map<Hex, bigint>();
  /** Deposits minus withdrawals of each wallet. */
  readonly net = new Map<Hex, bigint>();
  #supply: bigint;
  #held: bigint;
  #earnedAt: bigint;

  /**
   * @param first base units of the founder's deposit, which is also the number of the founder's shares
   * @param at time of the deposit in seconds
   */
  constructor(first: bigint, at: bigint) {
    [this.#supply, this.#held, this.#earnedAt] = [first, first, at];
  }

  sharesOf(wallet: Hex): bigint {
    return this.shares.get(wallet) ?? 0n;
  }
  #earn(at: bigint): void {
    this.#held += (this.#held * RATE * (at - this.#earnedAt)) / (ONE * YEAR_SECONDS);
    this.#earnedAt = at;
  }
  #move(wallet: Hex, shares: bigint, assets: bigint): void {
    this.shares.set(wallet, this.sharesOf(wallet) + shares);
    this.net.set(wallet, (this.net.get(wallet) ?? 0n) + assets);
  }
  deposit(wallet: Hex, assets: bigint, at: bigint): void {
    this.#earn(at);
    const shares = (assets * (this.#supply + 1n)) / (this.#held + 1n);
    this.#supply += shares;
    this.#held += assets;
    this.#move(wallet, shares, assets);
  }
  withdraw(wallet: Hex, assets: bigint, at: bigint): void {
    this.#earn(at);
    const [numerator, denominator] = [assets * (this.#supply + 1n), this.#held + 1n];
    const shares = (numerator + denominator - 1n) / denominator;
    this.#supply -= shares;
    this.#held -= assets;
    this.#move(wallet, -shares, -assets);
  }
  redeem(wallet: Hex, shares: bigint, at: bigint): void {
    this.#earn(at);
    const assets = (shares * (this.#held + 1n)) / (this.#supply + 1n);
    this.#supply -= shares;
    this.#held -= assets;
    this.#move(wallet, -shares, -assets);
  }
  transfer(from: Hex, to: Hex, shares: bigint): void {
    this.#move(from, -shares, 0n);
    this.#move(to, shares, 0n);
  }
  donate(assets: bigint): void {
    this.#held += assets;
  }
  lose(basisPoints: bigint, at: bigint): void {
    this.#earn(at);
    this.#held -= (this.#held * basisPoints) / 10_000n;
  }
}

test(
  `the vault holdings equal an exact model after ${OPERATIONS} random deposits, withdrawals, transfers and donations`,
  () =>
    runOnNewTable(async () => {
      const draw = createRandomGenerator(SEED);
      const pick = (max: number) => Math.floor(draw() * max);
      const market = await VaultMarket.open(table, base);
      const [founding] = z
        .array(z.object({ transactionHash: hexSchema }))
        .parse(await base.rpc('eth_getLogs', { address: VAULT, fromBlock: '0x0', toBlock: 'latest' }));
      const model = new VaultModel(
        DEMO_FIRST_DEPOSIT_BASE_UNITS,
        await timeOf(founding?.transactionHash ?? '0x'),
      );
      const wallets = [ann(), ben()];
      for (const wallet of wallets) {
        await base.send({ from: wallet, to: base.usdc, data: call.mint(wallet, 10n ** 12n) });
        await market.cancel((await market.deposit('1', wallet)).id);
      }
      const signed = async (vaultTransaction: Awaited<ReturnType<VaultMarket['deposit']>>) => {
        const hashes = await market.sign(vaultTransaction);
        return timeOf(hashes.at(-1) ?? '0x');
      };
      for (let done = 0; done < OPERATIONS; done += 1) {
        const wallet = wallets[pick(2)] ?? ann();
        // The price must be observed before each request. Otherwise the service would reject a request after a loss,
        // because the share price differs too much from the last observed price.
        await market.observe();
        const other = wallet === ann() ? ben() : ann();
        const held = model.sharesOf(wallet);
        const kind = pick(10);
        const cents = String((1 + pick(200_000)) / 100);
        if (done === OPERATIONS / 2) {
          const hash = await base.send({ from: wallet, to: VAULT, data: call.lose(3_000n) });
          model.lose(3_000n, await timeOf(hash));
          await market.observe();
        }
        if (kind < 5 || held === 0n) {
          model.deposit(wallet, toBaseUnits(cents, 6), await signed(await market.deposit(cents, wallet)));
        } else if (kind === 5) {
          model.redeem(wallet, held, await signed(await market.withdraw('all', wallet)));
        } else if (kind < 8) {
          const vaultTransaction = await market.withdraw(cents, wallet).catch((error: unknown) => {
            if (error instanceof ApiError && error.code === 'insufficient_balance') return undefined;
            throw error;
          });
          if (vaultTransaction !== undefined)
            model.withdraw(wallet, toBaseUnits(cents, 6), await signed(vaultTransaction));
        } else if (kind === 8) {
          await base.send({ from: wallet, to: VAULT, data: call.transfer(other, held / 3n) });
          model.transfer(wallet, other, held / 3n);
        } else {
          const donation = BigInt(1 + pick(1_000_000));
          await base.send({ from: wallet, to: base.usdc, data: call.mint(VAULT, donation) });
          model.donate(donation);
        }
        if (pick(4) === 0) await base.rpc('evm_increaseTime', pick(86_400));
        if (pick(3) === 0) await market.watch();
      }
      await base.mine(CONFIRMATIONS);
      expect(await market.watch()).toMatchObject({ differing: 0 });
      for (const wallet of wallets) {
        await market.agrees(wallet);
        const { posted, pending } = await readBalance(table, vaultPositionOf(base, wallet));
        expect(posted).toEqual({ assets: model.net.get(wallet), shares: model.sharesOf(wallet) });
        expect(pending).toEqual({ assets: 0n, shares: 0n });
      }
    }),
  TEST_TIMEOUT_MS,
);

test.each(Array.from({ length: 20 }, (_, i) => i + 1))(
  'after a chain reorganization of %i blocks, the events of replaced blocks are reversed',
  (depth) =>
    runOnNewTable(async () => {
      const market = await VaultMarket.open(table, base);
      await base.mine(30);
      const first = await market.deposit('100');
      await market.sign(first);
      await base.mine(depth + 2);
      await market.watch();
      const mark = await base.rpc('evm_snapshot');
      const second = await market.deposit('40');
      await market.submit(second.id, await market.sign(second));
      await base.mine(Math.max(0, depth - 2));
      await market.watch();
      const { block_number, status } = await market.transaction(second.id);
      expect(status).toBe(depth >= CONFIRMATIONS + 1 ? 'confirmed' : 'included');
      const hashAt = async (number: number) =>
        block.parse(await base.rpc('eth_getBlockByNumber', `0x${number.toString(16)}`, false)).hash;
      const before = await hashAt(block_number ?? 0);
      await base.rpc('evm_revert', mark);
      await base.rpc('evm_increaseTime', 11);
      // Mine empty blocks first, so that the same transactions get into later blocks than before.
      await base.mine(depth);
      expect(await hashAt((block_number ?? 0) - 1)).not.toBe(before);
      await market.sign(second);
      await base.mine(CONFIRMATIONS + depth);
      expect(await hashAt(block_number ?? 0)).not.toBe(before);
      const outcome = await market.watch();
      expect(outcome.voided + outcome.reversed).toBe(1);
      await market.watch();
      expect(await market.transaction(second.id)).toMatchObject({ status: 'confirmed' });
      expect(await market.transaction(first.id)).toMatchObject({ status: 'confirmed' });
      await market.agrees();
    }),
  TEST_TIMEOUT_MS,
);

test(
  'faulty or lagging nodes delay events, but no event is lost or invented',
  () =>
    runOnNewTable(async () => {
      const draw = createRandomGenerator(SEED + 1);
      const market = await VaultMarket.open(table, base);
      const bad = [
        { dead: 0.1, refusing: 0.05, contradicting: 0.1, rangeMax: 7, draw },
        { lagBlocks: 2, dead: 0.05, contradicting: 0.05, rangeMax: 3, draw },
        { lagBlocks: 5, refusing: 0.1, draw },
      ];
      const nodes = await Promise.all(bad.map((faults) => startFaultyNode(base.settings.rpcUrl, faults)));
      let failed = 0;
      try {
        for (let round = 0; round < 60; round += 1) {
          const wallet = round % 2 === 0 ? ann() : ben();
          if (round % 3 === 0) await market.sign(await market.deposit('5', wallet));
          await base.mine(1 + Math.floor(draw() * 3));
          const rpcUrl = nodes[round % nodes.length]?.url ?? '';
          const outcome = await market.watch(table, { ...base.settings, rpcUrl }).catch((error: unknown) => {
            if (
              error instanceof RpcError ||
              (error instanceof Error && error.name === 'InconsistentNodeError')
            )
              return undefined;
            throw error;
          });
          if (outcome === undefined) failed += 1;
          // The chain has not changed, so no event may be reversed.
          else expect([outcome.voided, outcome.reversed, outcome.differing]).toEqual([0, 0, 0]);
          const compared = await market.compare({ ...base.settings, rpcUrl });
          if (typeof compared !== 'string') expect(compared.lackingWallets).toEqual([]);
        }
      } finally {
        await Promise.all(nodes.map((node) => node.stop()));
      }
      expect(failed).toBeGreaterThan(5);
      expect(failed).toBeLessThan(60);
      const seen = new Set(nodes.flatMap(({ faults }) => [...faults.keys()]));
      // The node counts its requests in the same map as its faults.
      seen.delete('requests');
      expect([...seen].sort()).toEqual(['code', 'contradiction', 'dead', 'status']);
      await base.mine(CONFIRMATIONS);
      await market.watch();
      for (const wallet of [ann(), ben()]) {
        await market.agrees(wallet);
        expect((await readBalance(table, vaultPositionOf(base, wallet))).pending.shares).toBe(0n);
      }
    }),
  TEST_TIMEOUT_MS,
);
