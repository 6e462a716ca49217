import type { Hex } from '../../chain/abi.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import {
  type Block,
  NodeRequestBatch,
  nodeRequests,
  type Receipt,
  type SentTransaction,
} from '../../chain/node.ts';
import { transactIf } from '../../platform/dynamodb/transact.ts';
import { findTransition, type VaultTransactionEvent } from '../domain/onchain/states.ts';
import {
  buildVaultTransactionUpdateWrites,
  readDueVaultTransactions,
  type VaultTransaction,
} from '../store/vault-transactions.ts';
import type { WatcherDependencies } from './watcher-dependencies.ts';

/**
 * Time from the deadline of a vault transaction until the watcher marks the transaction as expired. The watcher waits,
 * because a block from before the deadline may still become final.
 */
const DEADLINE_GRACE_MS = 15 * 60_000;

/** Returns the vault transaction after an event. Returns undefined when the event changes nothing. */
export function vaultTransactionAfterEvent(
  vaultTransaction: VaultTransaction,
  event: VaultTransactionEvent,
  nowMs: number,
  changes: Partial<VaultTransaction> = {},
): VaultTransaction | undefined {
  const nextTransition = findTransition(vaultTransaction.state, event);
  return nextTransition === undefined
    ? undefined
    : { ...vaultTransaction, state: nextTransition.to, updated_at_ms: nowMs, ...changes };
}

/**
 * Returns whether a chain transaction contains the last step of the vault transaction, directly or inside another call.
 * Earlier steps, such as an approval, do not count.
 */
function containsVaultStep({ steps }: VaultTransaction, input: Hex): boolean {
  const data = steps.at(-1)?.data ?? undefined;
  return data !== undefined && input.includes(data.slice(2));
}

/** An event of a vault transaction, and the fields that it changes in addition to the state. */
interface FoundVaultTransactionEvent {
  readonly event: VaultTransactionEvent;
  readonly changes?: Partial<VaultTransaction>;
}

/** The node's answer about one transaction hash of a vault transaction. */
interface ReportedTransaction {
  readonly hash: Hex;
  readonly transaction: SentTransaction | null;
  readonly receipt: Receipt | null;
}

/** The chain's data about an open vault transaction. */
interface VaultTransactionOnChain {
  readonly vaultTransaction: VaultTransaction;
  readonly reported: readonly ReportedTransaction[];
  /**
   * Number of the wallet's transactions that are in blocks with enough confirmations; undefined if it was not read.
   */
  readonly nonce: number | undefined;
}

/** Reads the chain's data about vault transactions in one batch. */
async function readVaultTransactionsOnChain(
  chain: ChainSettings,
  vaultTransactions: readonly VaultTransaction[],
  lastConfirmedBlock: number,
): Promise<VaultTransactionOnChain[]> {
  const batch = new NodeRequestBatch(chain);
  const pendingReads = vaultTransactions.map((vaultTransaction) => ({
    vaultTransaction,
    reported: vaultTransaction.hashes.map((hash) => ({
      hash,
      transaction: batch.add(nodeRequests.transaction(hash)),
      receipt: batch.add(nodeRequests.receipt(hash)),
    })),
    nonce:
      vaultTransaction.nonce === null
        ? undefined
        : batch.add(nodeRequests.nonce(vaultTransaction.wallet, Math.max(0, lastConfirmedBlock))),
  }));
  await batch.send();
  return pendingReads.map(({ vaultTransaction, reported, nonce }) => ({
    vaultTransaction,
    reported: reported.map(({ hash, transaction, receipt }) => ({
      hash,
      transaction: transaction(),
      receipt: receipt(),
    })),
    nonce: nonce?.(),
  }));
}

/**
 * Returns the event, such as `reverted`, that a reported chain transaction proves. Returns undefined if it proves none.
 */
function findEventOfTransaction(
  { vaultTransaction, nonce }: VaultTransactionOnChain,
  { transaction, receipt }: ReportedTransaction,
  lastConfirmedBlock: number,
): FoundVaultTransactionEvent | undefined {
  if (transaction !== null && !containsVaultStep(vaultTransaction, transaction.input)) return undefined;
  if (receipt !== null) {
    if (receipt.blockNumber > lastConfirmedBlock || transaction === null) return undefined;
    const failure = receipt.status === 0 ? 'reverted' : 'no_effect';
    return { event: 'reverted', changes: { failure, may_still_execute: false } };
  }
  // If a relayer sent the transaction, its nonce belongs to the relayer, not to the wallet.
  const isSentByWallet = transaction?.from.toLowerCase() === vaultTransaction.wallet;
  if (isSentByWallet && vaultTransaction.nonce === null)
    return { event: 'hash', changes: { nonce: transaction.nonce } };
  if (transaction !== null || vaultTransaction.nonce === null || nonce === undefined) return undefined;
  if (nonce <= vaultTransaction.nonce) return undefined;
  return { event: 'replaced', changes: { failure: 'replaced', may_still_execute: false } };
}

/**
 * Returns the next event of a vault transaction that no vault log shows, such as `replaced`. Returns undefined if there
 * is none.
 */
function findVaultTransactionEvent(
  vaultTransactionOnChain: VaultTransactionOnChain,
  { latest, depth }: { latest: Block; depth: number },
): FoundVaultTransactionEvent | undefined {
  const lastConfirmedBlock = latest.number - depth + 1;
  const { vaultTransaction, nonce } = vaultTransactionOnChain;
  if (vaultTransaction.state === 'expired' || vaultTransaction.state === 'cancelled') {
    const isNonceUsed =
      vaultTransaction.nonce !== null && nonce !== undefined && nonce > vaultTransaction.nonce;
    return isNonceUsed ? { event: 'spent', changes: { may_still_execute: false } } : undefined;
  }
  for (const reportedTransaction of vaultTransactionOnChain.reported.toReversed()) {
    const foundEvent = findEventOfTransaction(
      vaultTransactionOnChain,
      reportedTransaction,
      lastConfirmedBlock,
    );
    if (foundEvent !== undefined) return foundEvent;
  }
  // Wait until the grace time ends, because blocks from before the deadline may not be final earlier.
  if (latest.timestamp * 1_000 <= vaultTransaction.deadline_ms + DEADLINE_GRACE_MS) return undefined;
  // A token rejects an expired permit, so the wallet can no longer execute the step that needs the permit.
  const isPermitExpired =
    vaultTransaction.permit !== null && vaultTransaction.permit.deadline < latest.timestamp;
  return { event: 'deadline', changes: isPermitExpired ? { may_still_execute: false } : {} };
}

/**
 * Ends vault transactions whose chain transaction failed or was replaced, or whose deadline passed. Returns the number
 * of changed vault transactions.
 */
export async function settleWatchedVaultTransactions(
  { table, clock }: WatcherDependencies,
  chain: ChainSettings,
  chainHead: { latest: Block; depth: number },
): Promise<number> {
  let settledTransactionCount = 0;
  const dueBeforeMs = chainHead.latest.timestamp * 1_000 - DEADLINE_GRACE_MS;
  const dueVaultTransactions = await readDueVaultTransactions(table, chain.chain, dueBeforeMs);
  for (const vaultTransactionOnChain of await readVaultTransactionsOnChain(
    chain,
    dueVaultTransactions,
    chainHead.latest.number - chainHead.depth + 1,
  )) {
    const { vaultTransaction } = vaultTransactionOnChain;
    const foundEvent = findVaultTransactionEvent(vaultTransactionOnChain, chainHead);
    const changedTransaction =
      foundEvent &&
      vaultTransactionAfterEvent(vaultTransaction, foundEvent.event, clock(), foundEvent.changes);
    if (changedTransaction === undefined) continue;
    if (
      (await transactIf(table, buildVaultTransactionUpdateWrites(vaultTransaction, changedTransaction)))
        .committed
    )
      settledTransactionCount += 1;
  }
  return settledTransactionCount;
}
