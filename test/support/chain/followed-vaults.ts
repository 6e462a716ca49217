import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect } from 'vitest';
import type { Hex } from '../../../shared/chain/abi.ts';
import { readChains } from '../../../shared/chain/networks.ts';
import { type RecordedLog, readRecordedLogs } from '../../../shared/investments/store/onchain/chain-logs.ts';
import {
  buildVaultHoldingWrite,
  type VaultHolding,
} from '../../../shared/investments/store/onchain/vault-holdings.ts';
import { createVaultTransactionsLookup } from '../../../shared/investments/watcher/event-vault-transactions.ts';
import { recordEventPage, undoEvents } from '../../../shared/investments/watcher/watcher-records.ts';
import { toChecksummedAddress } from '../../../shared/platform/domain/ethereum.ts';
import type { Table } from '../../../shared/platform/dynamodb/client.ts';
import { ITEMS } from '../../../shared/platform/dynamodb/table.ts';
import { transactIf } from '../../../shared/platform/dynamodb/transact.ts';
import { isProvenWallet } from '../../../shared/wallets/proven-wallets.ts';
import { DAY_MS, T0 } from '../ledger.ts';
import { pendingVaultTransaction, repeatByteAsAddress, storeVaultTransaction } from './vault-transactions.ts';

const [chain] = readChains('{}').filter((each) => each.chain === 'base');
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** One event of a vault for a wallet. */
interface VaultEvent {
  readonly kind: RecordedLog['kind'];
  readonly assets?: bigint;
  readonly shares: bigint;
  /** Days since the start of the test. */
  readonly days: number;
}

/** An account that follows wallets in vaults, with events that a test creates and the watcher's records of them. */
export class FollowedVaults {
  readonly table: Table;
  readonly account: string;
  #events = 0;
  readonly #requestedEvents: { readonly code: string; readonly wallet: Hex; readonly assets: bigint }[] = [];

  constructor(table: Table, account: string) {
    this.table = table;
    this.account = account;
  }

  /** Makes the account follow a wallet in the vault of a strategy. */
  async follow(strategyId: string, wallet: Hex, userId: string | null = null): Promise<VaultHolding> {
    const vault: Hex = `0x${strategyId.slice(-8).padStart(40, 'f')}`;
    const place = { chain: 'base', chain_id: 8_453, vault, wallet, strategy_id: strategyId, user_id: userId };
    const holding = { ...place, asset: 'USDC', decimals: 6, share_decimals: 6 };
    await transactIf(this.table, [buildVaultHoldingWrite(this.account, holding)]);
    return holding;
  }

  /** Signs in with the wallet, which proves that the account owns it. */
  async prove(wallet: Hex): Promise<void> {
    const Item = {
      ...ITEMS.walletLogin.key({ address: toChecksummedAddress(wallet) }),
      user_id: this.account,
    };
    await this.table.client.send(new PutCommand({ TableName: this.table.name, Item }));
    // Wait until an eventually consistent read returns the item. Otherwise lists may not show the wallet's positions
    // yet.
    const isWalletProven = () =>
      isProvenWallet(this.table, this.account, { address: wallet, chainId: 8_453 });
    await expect.poll(isWalletProven).toBe(true);
  }

  /** Requests a deposit, in base units. The watcher matches the deposit event to it later. */
  async ask(
    id: string,
    { vault, wallet, strategy_id }: VaultHolding,
    assets: bigint,
    owner_id = this.account,
  ) {
    const vaultTransaction = pendingVaultTransaction({
      id,
      vault,
      wallet,
      owner_id,
      strategy_id,
      assets: String(assets),
    });
    await storeVaultTransaction(this.table, vaultTransaction);
    this.#requestedEvents.push({ code: vaultTransaction.code, wallet, assets });
  }

  /**
   * Creates a vault event for a wallet, and lets the watcher record it. The event is confirmed if `deep` is true,
   * otherwise pending.
   */
  async createEvent(
    place: VaultHolding,
    { kind, assets = 0n, shares, days }: VaultEvent,
    deep = true,
  ): Promise<void> {
    this.#events += 1;
    const block = this.#events;
    const hash: Hex = `0x${block.toString(16).padStart(64, '0')}`;
    const read = {
      ...{ log_key: `${hash}#${hash}#0#0`, vault: place.vault, wallet: place.wallet, kind, assets, shares },
      ...{ transaction_hash: hash, block, block_hash: hash, peer: null },
      // Only a transfer has a `worth`. Each of its shares is worth one base unit.
      ...{ block_ms: T0 + days * DAY_MS, worth: kind === 'transfer' ? shares : 0n },
    };
    const page = {
      logKeysInOrder: [read.log_key],
      newEvents: [read],
      pending: [],
      confirmedUntil: deep ? block : 0,
    };
    await recordEventPage(this.#dependencies, this.#chain, page, {
      vaultOf: async () => undefined,
      receiptsOf: async () => new Map(),
      vaultTransactionsOf: createVaultTransactionsLookup(this.table, this.#chain, async (logs) => {
        const attributionCodesOf = (log: Pick<RecordedLog, 'wallet' | 'assets'>) =>
          this.#requestedEvents
            .filter((each) => each.wallet === log.wallet && each.assets === log.assets)
            .map(({ code }) => code);
        return new Map(logs.map((log) => [log.log_key, attributionCodesOf(log)]));
      }),
    });
  }

  /** Undoes all recorded events, as the watcher does after a chain reorganization that removed their blocks. */
  async orphan(): Promise<void> {
    await undoEvents(
      this.#dependencies,
      this.#chain,
      await readRecordedLogs(this.table, this.#chain.chain, 0),
    );
  }

  get #dependencies() {
    return { table: this.table, clock: () => T0, log, priceUsd: async () => 1 };
  }

  get #chain() {
    if (chain === undefined) throw new Error('There is no such chain');
    return chain;
  }
}

/** The n-th wallet of the tests. */
export const walletOf = (n: number): Hex => repeatByteAsAddress((16 + n).toString(16));
