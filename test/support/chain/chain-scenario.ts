import { expect } from 'vitest';
import type { Hex } from '../../../shared/chain/abi.ts';
import type { ChainEntry } from '../../../shared/investments/domain/onchain/entry.ts';
import { readBalance, readChainEntries } from '../../../shared/investments/store/onchain/chain-journal.ts';
import { buildFollowWalletWrites } from '../../../shared/investments/store/onchain/followed-wallets.ts';
import { buildVaultHoldingWrite } from '../../../shared/investments/store/onchain/vault-holdings.ts';
import { readVaultTransaction } from '../../../shared/investments/store/vault-transactions.ts';
import { verifyChainItems } from '../../../shared/investments/verify/verify-chain.ts';
import { type WatchReport, watchChain } from '../../../shared/investments/watcher/watcher.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { transactIf } from '../../../shared/platform/dynamodb/transact.ts';
import { putVault } from '../../../shared/strategies/records.ts';
import { CONFIRMATIONS, type ScriptedChain, VAULT, wordOf } from './scripted-chain.ts';
import {
  buildOpeningBalance,
  buildVaultRecord,
  pendingVaultTransaction,
  storeVaultTransaction,
} from './vault-transactions.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Runs events of some wallets on a scripted chain, and checks what the watcher recorded. */
export class ChainScenario {
  readonly #chain: ScriptedChain;
  readonly #table: Table;
  /** The wallets whose events the watcher records. */
  readonly wallets: readonly Hex[];
  /** Transaction ids by the hash of the on-chain transaction. */
  readonly #vaultTransactions = new Map<Hex, string>();
  #eventCount = 0;
  #lastWork: Promise<void> = Promise.resolve();

  private constructor(chain: ScriptedChain, table: Table, wallets: readonly Hex[]) {
    this.#chain = chain;
    this.#table = table;
    this.wallets = wallets;
  }

  static async begin(chain: ScriptedChain, table: Table, wallets: number): Promise<ChainScenario> {
    chain.reset();
    const all = Array.from({ length: wallets }, (_, i): Hex => `0x${(i + 1).toString(16).padStart(40, 'a')}`);
    const opening = buildOpeningBalance(0, 0n);
    await putVault(table, buildVaultRecord({ strategy_id: 'strat_v', address: VAULT }));
    for (const wallet of all) {
      await transactIf(
        table,
        await buildFollowWalletWrites(table, { chain: 'base', vault: VAULT, wallet }, opening),
      );
    }
    return new ChainScenario(chain, table, all);
  }

  /** The shares of a wallet according to the vault's events. */
  sharesOf(wallet: Hex): bigint {
    return this.#chain.events.reduce((sum, each) => sum + (each.wallet === wallet ? each.shares : 0n), 0n);
  }

  /** Runs work one after another, because two concurrent withdrawals could take more than there is. */
  #runInOrder(work: () => Promise<void> | void): Promise<void> {
    const done = this.#lastWork.then(work);
    this.#lastWork = done.catch(() => undefined);
    return done;
  }

  /**
   * Creates a deposit, or a withdrawal if `amount` is a multiple of 3 and the wallet has more shares than the
   * withdrawal needs. If `isRequested` is true, an account has requested it.
   */
  createEvent(who: number, amount: number, isRequested: boolean): Promise<void> {
    return this.#runInOrder(() => this.#createEvent(who, amount, isRequested));
  }

  async #createEvent(who: number, amount: number, isRequested: boolean): Promise<void> {
    const wallet = this.wallets[who % this.wallets.length];
    if (wallet === undefined) throw new Error('There is no such wallet');
    this.#eventCount += 1;
    const transaction = wordOf(BigInt(this.#eventCount) + (1n << 200n));
    // Each amount is unique, so that each event matches one request.
    const requestedShares = BigInt(amount) * 1_000n + BigInt(this.#eventCount);
    const held = this.sharesOf(wallet);
    const shares = amount % 3 === 0 && held > requestedShares ? -requestedShares : requestedShares;
    const code = isRequested ? await this.#ask(transaction, wallet, shares) : undefined;
    this.#chain.append({ transaction, wallet, shares, ...(code !== undefined && { code }) });
  }

  async #ask(transaction: Hex, wallet: Hex, shares: bigint): Promise<string> {
    const id = `txn_${this.#eventCount}`;
    const type = shares > 0n ? 'deposit' : 'withdrawal';
    const assets = String(shares > 0n ? shares : -shares);
    const vaultTransaction = pendingVaultTransaction({ id, vault: VAULT, wallet, type, assets });
    await storeVaultTransaction(this.#table, vaultTransaction);
    const { owner_id, chain, chain_id, strategy_id, user_id, asset, decimals, share_decimals } =
      vaultTransaction;
    const holding = { chain, chain_id, strategy_id, user_id, asset, decimals, share_decimals };
    await transactIf(this.#table, [buildVaultHoldingWrite(owner_id, { ...holding, vault: VAULT, wallet })]);
    this.#vaultTransactions.set(transaction, id);
    return vaultTransaction.code;
  }

  reorganize(depth: number, comesAgain: boolean): Promise<void> {
    return this.#runInOrder(() => this.#chain.reorganize(depth, comesAgain));
  }

  watch(table: Table): Promise<WatchReport> {
    return watchChain({ table, clock: () => 0, log, priceUsd: async () => 1 }, this.#chain.settings);
  }

  /**
   * Appends blocks until all events are confirmed. Then checks that ledger, transactions and chain agree to the last
   * unit and that nothing is pending. Returns the effects of all ledger entries.
   */
  async check(): Promise<ChainEntry['effect'][]> {
    const effects: ChainEntry['effect'][] = [];
    for (let block = 0; block < CONFIRMATIONS; block += 1) this.#chain.append(undefined);
    expect(await this.watch(this.#table)).toMatchObject({ differing: 0 });
    for (const wallet of this.wallets) {
      const place = { chain: 'base', vault: VAULT, wallet };
      effects.push(...(await readChainEntries(this.#table, place)).map(({ effect }) => effect));
      const { posted, pending } = await readBalance(this.#table, place);
      const shares = this.sharesOf(wallet);
      expect({ posted, pending }).toEqual({
        posted: { assets: shares, shares },
        pending: { assets: 0n, shares: 0n },
      });
    }
    const canonical = new Set(this.#chain.events.map(({ transaction }) => transaction));
    for (const [transaction, id] of this.#vaultTransactions) {
      const { state } = (await readVaultTransaction(this.#table, id)) ?? {};
      expect(state === 'confirmed', `${id} is ${state}`).toBe(canonical.has(transaction));
    }
    expect((await verifyChainItems(this.#table)).differences).toEqual([]);
    return effects;
  }
}
