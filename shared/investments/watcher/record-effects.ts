import type { ChainSettings } from '../../chain/networks.ts';
import { absoluteValue } from '../../platform/domain/units.ts';
import { transactIf, type Write } from '../../platform/dynamodb/transact.ts';
import { isProvenWallet } from '../../wallets/proven-wallets.ts';
import {
  buildChainEvent,
  type ChainBalance,
  type ChainChange,
  type VaultPositionKey,
} from '../domain/onchain/chain-balance.ts';
import type { ChainEntry, TransferredCostBasis } from '../domain/onchain/entry.ts';
import { addsEvent, eventStatusAfter, eventTypeOf } from '../domain/onchain/events.ts';
import { costOfEvent } from '../domain/reports/vault-replay.ts';
import { buildEventStatusWrite, newEventWrite } from '../store/onchain/chain-events.ts';
import { appendChainChanges, readBalance, readChainEntries } from '../store/onchain/chain-journal.ts';
import {
  buildLogDeletionWrite,
  buildLogRecordingWrite,
  type RecordedLog,
} from '../store/onchain/chain-logs.ts';
import {
  buildVaultTransactionUpdateWrites,
  readVaultTransaction,
  readVaultTransactionsOfWallet,
  type VaultTransaction,
} from '../store/vault-transactions.ts';
import type { WatcherDependencies } from './watcher-dependencies.ts';
import { vaultTransactionAfterEvent } from './watcher-vault-transactions.ts';

/** A change that a vault event causes in the journal of its position. */
export interface EventEffect {
  readonly effect: 'pending' | 'post' | 'void' | 'reverse';
  /** The vault event. Its `number` is undefined until the event is recorded as pending. */
  readonly log: Omit<RecordedLog, 'number'> & { readonly number?: number };
  readonly assetDifference?: bigint | undefined;
  /** The result of the vault transaction's step, from the receipt. */
  readonly outcome?: VaultTransaction['outcome'];
}

/** Maximum number of writes in one DynamoDB transaction. It leaves a margin below DynamoDB's limit of 100. */
const WRITES_MAX = 90;

/** Returns the write that adds an event to the position's history, or changes its status. */
function buildHistoryWrite(
  vaultPosition: VaultPositionKey,
  eventNumber: number,
  entry: ChainEntry,
  balanceAfter: ChainBalance,
): Write {
  const { priceUsd, effect } = entry;
  if (addsEvent(entry)) return newEventWrite(vaultPosition, buildChainEvent(entry, balanceAfter));
  const status = eventStatusAfter(effect);
  const eventReference = { type: eventTypeOf(entry), number: eventNumber };
  return buildEventStatusWrite(vaultPosition, eventReference, {
    status,
    priceUsd: effect === 'post' ? priceUsd : undefined,
  });
}

/** Returns the writes that change the vault transaction to which an event belongs; none for an external transaction. */
async function buildVaultTransactionWrites(
  { table, clock }: WatcherDependencies,
  { log, effect, outcome = null }: EventEffect,
): Promise<Write[]> {
  const vaultTransaction =
    log.vault_transaction_id === null
      ? undefined
      : await readVaultTransaction(table, log.vault_transaction_id);
  if (vaultTransaction === undefined) return [];
  const event = effect === 'pending' ? 'log' : effect === 'post' ? 'deep' : 'orphaned';
  const includedBlock =
    event === 'orphaned'
      ? null
      : {
          hash: log.transaction_hash,
          block: log.block,
          assets: String(absoluteValue(log.assets)),
          shares: String(absoluteValue(log.shares)),
        };
  const changedTransaction = vaultTransactionAfterEvent(vaultTransaction, event, clock(), {
    included: includedBlock,
    outcome,
  });
  return changedTransaction === undefined
    ? []
    : buildVaultTransactionUpdateWrites(vaultTransaction, changedTransaction);
}

/** Returns whether one account has proved to control both wallets and has requested transaction steps for both. */
async function areWalletsOfOneAccount(
  { table }: WatcherDependencies,
  { chain, chainId }: ChainSettings,
  wallets: readonly [RecordedLog['wallet'], RecordedLog['wallet']],
): Promise<boolean> {
  const [walletAccounts, otherWalletAccounts] = await Promise.all(
    wallets.map(async (wallet) => {
      const vaultTransactions = await readVaultTransactionsOfWallet(table, chain, wallet);
      return new Set(vaultTransactions.map(({ owner_id }) => owner_id));
    }),
  );
  for (const account of walletAccounts ?? []) {
    if (otherWalletAccounts?.has(account) !== true) continue;
    const proofChecks = wallets.map((address) => isProvenWallet(table, account, { address, chainId }));
    if ((await Promise.all(proofChecks)).every(Boolean)) return true;
  }
  return false;
}

/**
 * Returns the cost basis of shares that came from another wallet of the same account. Returns undefined for
 * all other shares.
 */
async function readTransferredCostBasis(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
  { log, effect }: EventEffect,
): Promise<TransferredCostBasis | undefined> {
  const { peer, vault, wallet, shares } = log;
  if (effect !== 'post' || peer === null || shares < 0n) return undefined;
  if (!(await areWalletsOfOneAccount(dependencies, chain, [wallet, peer.wallet]))) return undefined;
  const senderPosition = { chain: chain.chain, vault, wallet: peer.wallet };
  return costOfEvent(await readChainEntries(dependencies.table, senderPosition), peer.log_key);
}

async function buildChainChange(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
  each: EventEffect,
): Promise<ChainChange> {
  const { log, effect, assetDifference } = each;
  return {
    ...{ effect, kind: log.kind, logKey: log.log_key, assetDifference },
    ...{ amounts: { assets: log.assets, shares: log.shares }, worth: log.worth },
    carried: await readTransferredCostBasis(dependencies, chain, each),
    peer: log.peer === null ? undefined : { wallet: log.peer.wallet, logKey: log.peer.log_key },
    ...{ block: log.block, blockHash: log.block_hash, transactionHash: log.transaction_hash },
    vaultTransactionId: log.vault_transaction_id ?? undefined,
    ...{ effectiveAtMs: log.block_ms, bookedAtMs: dependencies.clock() },
    priceUsd: await dependencies.priceUsd(chain.chain, log.vault),
  };
}

function logWriteOfEffect(chain: string, effect: EventEffect['effect'], log: RecordedLog): Write {
  if (effect === 'pending') return buildLogRecordingWrite(chain, log, undefined);
  if (effect === 'post') return buildLogRecordingWrite(chain, { ...log, state: 'posted' }, 'pending');
  return buildLogDeletionWrite(chain, log);
}

/** A recorded effect, and its vault event with the new state. */
export interface RecordedEffect {
  readonly effect: EventEffect['effect'];
  readonly log: RecordedLog;
}

/**
 * Records the effects of one position's events: journal entries, history, event records and changes of vault
 * transactions.
 *
 * @returns the effects that this call recorded, without those that were recorded before
 */
export async function recordEffects(
  dependencies: WatcherDependencies,
  chain: ChainSettings,
  effects: readonly EventEffect[],
): Promise<RecordedEffect[]> {
  const [first] = effects;
  if (first === undefined) return [];
  const vaultPosition = { chain: chain.chain, vault: first.log.vault, wallet: first.log.wallet };
  const recordedEffects: RecordedEffect[] = [];
  let nextEffectIndex = 0;
  while (nextEffectIndex < effects.length) {
    const balance = await readBalance(dependencies.table, vaultPosition);
    const batch: { each: EventEffect; change: ChainChange; vaultTransactions: Write[] }[] = [];
    let writeCount = 1;
    for (const each of effects.slice(nextEffectIndex)) {
      const transactionWrites = await buildVaultTransactionWrites(dependencies, each);
      // The effects `post` and `reverse` need one more write, for a past state of the position.
      const effectWriteCount =
        (each.effect === 'pending' || each.effect === 'void' ? 3 : 4) + transactionWrites.length;
      if (batch.length > 0 && writeCount + effectWriteCount > WRITES_MAX) break;
      batch.push({
        each,
        change: await buildChainChange(dependencies, chain, each),
        vaultTransactions: transactionWrites,
      });
      writeCount += effectWriteCount;
    }
    nextEffectIndex += batch.length;
    const { newEntries, writes } = await appendChainChanges(
      dependencies.table,
      vaultPosition,
      balance,
      batch.map(({ change }) => change),
    );
    const effectWrites = batch.flatMap(({ each: { effect, log }, vaultTransactions }, i) => {
      const newEntry = newEntries[i];
      if (newEntry === undefined) return [];
      const eventNumber = log.number ?? newEntry.after.events[eventTypeOf(newEntry.entry)];
      const numberedLog: RecordedLog = { ...log, number: eventNumber };
      const eventWrites = [
        logWriteOfEffect(chain.chain, effect, numberedLog),
        buildHistoryWrite(vaultPosition, eventNumber, newEntry.entry, newEntry.after),
      ];
      const state: RecordedLog['state'] = effect === 'post' ? 'posted' : log.state;
      return {
        recordedEffect: { effect, log: { ...numberedLog, state } },
        writes: [...eventWrites, ...vaultTransactions],
      };
    });
    const allWrites = [...writes, ...effectWrites.flatMap((each) => each.writes)];
    if ((await transactIf(dependencies.table, allWrites)).committed)
      recordedEffects.push(...effectWrites.map(({ recordedEffect }) => recordedEffect));
  }
  return recordedEffects;
}
