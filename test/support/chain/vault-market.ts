import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import type { Hex } from '../../../shared/chain/abi.ts';
import type { ChainSettings } from '../../../shared/chain/networks.ts';
import { readBlock } from '../../../shared/chain/node.ts';
import { investments } from '../../../shared/investments/contract/documentation.ts';
import type { Investment } from '../../../shared/investments/contract/responses.ts';
import {
  type ChainTransaction,
  chainTransaction,
} from '../../../shared/investments/contract/transactions/onchain-responses.ts';
import { balanceAfterEntries } from '../../../shared/investments/domain/onchain/chain-balance.ts';
import { listInvestments } from '../../../shared/investments/investments.ts';
import { listHistory } from '../../../shared/investments/reports/history.ts';
import { readStatement } from '../../../shared/investments/reports/statement.ts';
import { deposit, move, withdraw } from '../../../shared/investments/settlement/settle-transaction.ts';
import type { TransactionDependencies } from '../../../shared/investments/settlement/transaction-request.ts';
import { readBalance, readChainEntries } from '../../../shared/investments/store/onchain/chain-journal.ts';
import { getTransaction } from '../../../shared/investments/transactions/get-transaction.ts';
import { signVaultTransaction } from '../../../shared/investments/transactions/permit-signature.ts';
import {
  cancelVaultTransaction,
  submitVaultTransaction,
} from '../../../shared/investments/transactions/vault-transaction-changes.ts';
import { observeVaults } from '../../../shared/investments/vaults/vault-observations.ts';
import { addVault } from '../../../shared/investments/vaults/vaults.ts';
import { compareVaults } from '../../../shared/investments/verify/compare-vaults.ts';
import { verifyChainItems } from '../../../shared/investments/verify/verify-chain.ts';
import { watchChain } from '../../../shared/investments/watcher/watcher.ts';
import { toChecksummedAddress } from '../../../shared/platform/domain/ethereum.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import type { LogFields } from '../../../shared/platform/log-line.ts';
import { readVault, readVaultFigures, readVaults } from '../../../shared/strategies/records.ts';
import { isProvenWallet } from '../../../shared/wallets/proven-wallets.ts';
import { buildLedgerDependencies, DAY_MS, publish } from '../ledger.ts';
import { ANN, VAULT, type VaultChain } from './vault-chain.ts';

/** The figures that are in all reports of a position. */
export type Figures = Pick<
  Investment,
  'value' | 'principal' | 'earned' | 'realized_earnings' | 'total_deposited' | 'total_withdrawn'
>;

const OWNER = 'usr_a';

/** Returns the key of a wallet's position in the demo vault of a chain. */
export const vaultPositionOf = (chain: VaultChain, wallet: Hex) => ({
  chain: chain.settings.chain,
  vault: VAULT,
  wallet,
});

/** A strategy with the demo vault on a chain, and the account that uses it. */
export class VaultMarket {
  readonly chain: VaultChain;
  readonly strategyId: string;
  readonly table: Table;
  nowMs: number;
  /** The account that makes the requests. */
  owner = OWNER;
  /** The end user of deposits and withdrawals. */
  userId: string | undefined;
  /** The asset in deposit requests. */
  asset: string | undefined;
  /** The messages logged for operators, in order. */
  readonly logged: (readonly [level: 'info' | 'error', text: string, difference: unknown])[] = [];

  private constructor(chain: VaultChain, strategyId: string, at: Table, nowMs: number) {
    this.chain = chain;
    this.strategyId = strategyId;
    this.table = at;
    this.nowMs = nowMs;
  }

  static async open(table: Table, chain: VaultChain): Promise<VaultMarket> {
    const { id } = await publish(table, { chain: chain.settings.chain, min_deposit: 0 });
    await addVault(table, [chain.settings], {
      strategyId: id,
      address: VAULT,
      rebasing: false,
      now: new Date(),
    });
    return VaultMarket.of(chain, id, table);
  }

  /** Publishes a strategy with another vault on the same chain. Returns its `VaultMarket`. */
  static async another({ chain, table }: VaultMarket, address: Hex): Promise<VaultMarket> {
    const { id: strategyId } = await publish(table, { chain: chain.settings.chain, min_deposit: 0 });
    await addVault(table, [chain.settings], { strategyId, address, rebasing: false, now: new Date() });
    return VaultMarket.of(chain, strategyId, table);
  }

  /** Returns the `VaultMarket` of a strategy whose vault is already registered. */
  static async of(chain: VaultChain, strategyId: string, table: Table): Promise<VaultMarket> {
    const latest = await readBlock(chain.settings, 'latest');
    // Each request must be earlier than the blocks that contain its calls. Do not use a later time than the chain's,
    // because the clock of a restored chain is behind.
    const nowMs = Math.min(Date.now(), (latest?.timestamp ?? 0) * 1_000);
    return new VaultMarket(chain, strategyId, table, nowMs);
  }

  #dependencies(): TransactionDependencies {
    return buildLedgerDependencies(this.table, { sandbox: false, chains: () => [this.chain.settings] });
  }
  #caller(key?: string) {
    return { ownerId: this.owner, now: new Date(this.nowMs), idempotencyKey: key, plan: 'free' as const };
  }
  async deposit(amount: string, wallet: Hex = ANN ?? '0x', key?: string): Promise<ChainTransaction> {
    const { userId: user_id, asset } = this;
    const body = { strategy_id: this.strategyId, amount, wallet_address: wallet, user_id, asset };
    return transactionOf((await deposit(this.#dependencies(), body, this.#caller(key))).data);
  }
  async withdraw(amount: string | 'all', wallet: Hex = ANN ?? '0x'): Promise<ChainTransaction> {
    const what = amount === 'all' ? { all: true as const } : { amount };
    const user_id = this.userId;
    const body = { strategy_id: this.strategyId, wallet_address: wallet, user_id, ...what };
    return transactionOf((await withdraw(this.#dependencies(), body, this.#caller())).data);
  }
  /** Moves an amount to the vault of another market. */
  async moveTo({ strategyId: to_strategy_id }: VaultMarket, amount: string, wallet: Hex = ANN ?? '0x') {
    const body = { from_strategy_id: this.strategyId, to_strategy_id, amount, wallet_address: wallet };
    return (await move(this.#dependencies(), body, this.#caller())).data;
  }
  async transaction(id: string): Promise<ChainTransaction> {
    return transactionOf((await getTransaction(this.table, this.owner, id)).data);
  }
  submit(id: string, hashes: Hex[]) {
    return submitVaultTransaction(this.table, { ownerId: this.owner, id, hashes, now: new Date(this.nowMs) });
  }
  async signPermit(id: string, signature: Hex): Promise<ChainTransaction> {
    const dependencies = { table: this.table, chains: [this.chain.settings] };
    const now = new Date(this.nowMs);
    return transactionOf(
      (await signVaultTransaction(dependencies, { ownerId: this.owner, id, signature, now })).data,
    );
  }
  cancel(id: string, neverSigned = false) {
    return cancelVaultTransaction(this.table, {
      ownerId: this.owner,
      id,
      neverSigned,
      now: new Date(this.nowMs),
    });
  }
  watch(through: Table = this.table, settings: ChainSettings = this.chain.settings) {
    const tell = (level: 'info' | 'error') => (text: string, fields?: LogFields) => {
      this.logged.push([level, text, fields?.difference]);
    };
    const log = { info: tell('info'), warn: () => undefined, error: tell('error') };
    return watchChain({ table: through, clock: () => this.nowMs, log, priceUsd: async () => 1 }, settings);
  }
  /** Stores the current share price. */
  async observe(clock: () => number = () => Number.MAX_SAFE_INTEGER): Promise<void> {
    const log = { warn: () => undefined };
    await observeVaults({ table: this.table, clock, log }, [this.chain.settings]);
    // Reports read prices with eventual consistency. Wait until such a read returns the newest prices.
    for (const { strategy_id } of await readVaults(this.table)) {
      const written = await readVaultFigures(this.table, strategy_id, { consistent: true });
      await expect.poll(() => readVaultFigures(this.table, strategy_id)).toEqual(written);
    }
  }
  /**
   * Stores a sign-in of the account with a wallet, which proves that the account owns the wallet. Resolves when reads
   * return the proof.
   */
  async prove(wallet: Hex): Promise<void> {
    const Item = { ...ITEMS.walletLogin.key({ address: toChecksummedAddress(wallet) }), user_id: this.owner };
    await this.table.client.send(new PutCommand({ TableName: this.table.name, Item }));
    // Wait until the proof is visible, because the service reads it with eventual consistency.
    const isProofVisible = () =>
      isProvenWallet(this.table, this.owner, { address: wallet, chainId: this.chain.settings.chainId });
    await expect.poll(isProofVisible).toBe(true);
  }
  /** Returns the positions of the account, at a time after all blocks. */
  async positions() {
    const { table } = this;
    const now = new Date(Date.now() + DAY_MS * 365);
    const all = { per_page: '100' };
    const list = investments.list.query.parse(all);
    const statement = investments.statement.query.parse(all);
    const prices = async () => ({ priceOn: () => 1, asOf: null });
    const whose = { account: this.owner, now };
    return {
      investments: (await listInvestments(table, this.owner, list, now)).data,
      history: (await listHistory(table, this.owner, investments.history.query.parse(all))).data,
      lines: investments.statement.response.parse(
        (await readStatement({ table, prices }, statement, whose)).data,
      ),
    };
  }
  /** Signs and sends the steps as a wallet does, with the gas limit that they name. */
  async sign({ steps, wallet_address }: ChainTransaction): Promise<Hex[]> {
    const hashes: Hex[] = [];
    const from: Hex = `0x${wallet_address.slice(2).toLowerCase()}`;
    for (const { to, data, gas_estimate } of steps) {
      if (data === null || gas_estimate === null) throw new Error('The step waits for a signature');
      const gas: Hex = `0x${gas_estimate.toString(16)}`;
      const hash = await this.chain.send({ from, to: `0x${to.slice(2)}`, data: `0x${data.slice(2)}`, gas });
      await this.chain.included(hash);
      hashes.push(hash);
    }
    return hashes;
  }
  /** Compares the recorded shares of all wallets in the vault with the chain at a confirmed block. */
  async compare(settings: ChainSettings = this.chain.settings) {
    const vault = await readVault(this.table, this.strategyId);
    const [found] = await compareVaults(this.table, [settings], vault === undefined ? [] : [vault]);
    if (found === undefined) throw new Error('No wallet is followed');
    return 'obstacle' in found.outcome ? found.outcome.obstacle : found.outcome.comparison;
  }
  /** Checks that ledger, positions and chain agree to the last unit. */
  async agrees(wallet: Hex = ANN ?? '0x'): Promise<void> {
    const at = vaultPositionOf(this.chain, wallet);
    const entries = await readChainEntries(this.table, at);
    const balance = await readBalance(this.table, at);
    expect(balanceAfterEntries(entries)).toEqual(balance);
    expect((await verifyChainItems(this.table)).differences).toEqual([]);
    expect(balance.pending.shares + balance.posted.shares).toBe(await this.chain.sharesOf(wallet));
    const all = await this.compare();
    if (typeof all === 'string') throw new Error(`The vault was not compared: ${all}`);
    expect(all).toMatchObject({
      sharesOnChain: all.recordedShares,
      lacking: 0n,
      lackingWallets: [],
      unknownWallets: 0,
    });
  }
}

function transactionOf(data: unknown): ChainTransaction {
  return chainTransaction.parse(data);
}
