import type { Hex } from '../../chain/abi.ts';
import type { ChainSettings } from '../../chain/networks.ts';
import { type Block, NodeBatch, nodeRequests, type Receipt, type SentTransaction } from '../../chain/node.ts';
import { transactIf } from '../../platform/dynamodb/transact.ts';
import { type IntentEvent, transition } from '../domain/onchain/states.ts';
import { changedIntentWrites, type Intent, readDueIntents } from '../store/intents.ts';
import type { WatcherPorts } from './watcher-ports.ts';

/**
 * Time between the deadline of an intent and its expiry, because a block with the time of the deadline becomes
 * final later.
 */
const DEADLINE_GRACE_MS = 15 * 60_000;

/** Returns the intent after an event. Returns undefined when the event changes nothing. */
export function changedIntent(
  intent: Intent,
  event: IntentEvent,
  nowMs: number,
  changes: Partial<Intent> = {},
): Intent | undefined {
  const changed = transition(intent.state, event);
  return changed === undefined
    ? undefined
    : { ...intent, state: changed.to, updated_at_ms: nowMs, ...changes };
}

/**
 * Returns whether a chain transaction contains the intent's vault call, directly or inside another call.
 * Returns false for an approval, which is another step.
 */
function containsVaultStep({ steps }: Intent, input: Hex): boolean {
  const data = steps.at(-1)?.data ?? undefined;
  return data !== undefined && input.includes(data.slice(2));
}

/** An event of an intent, and the fields that it changes in addition to the state. */
interface FoundIntentEvent {
  readonly event: IntentEvent;
  readonly changes?: Partial<Intent>;
}

/** The node's answer about a reported transaction hash. */
interface ReportedTransaction {
  readonly hash: Hex;
  readonly transaction: SentTransaction | null;
  readonly receipt: Receipt | null;
}

/** The chain's data about an open intent. */
interface IntentOnChain {
  readonly intent: Intent;
  readonly reported: readonly ReportedTransaction[];
  /**
   * Number of the wallet's transactions that are in blocks with enough confirmations; undefined if it was not read.
   */
  readonly nonce: number | undefined;
}

/** Reads the chain's data about intents in one batch. */
async function readIntentsOnChain(
  chain: ChainSettings,
  intents: readonly Intent[],
  lastConfirmedBlock: number,
): Promise<IntentOnChain[]> {
  const batch = new NodeBatch(chain);
  const pendingReads = intents.map((intent) => ({
    intent,
    reported: intent.hashes.map((hash) => ({
      hash,
      transaction: batch.add(nodeRequests.transaction(hash)),
      receipt: batch.add(nodeRequests.receipt(hash)),
    })),
    nonce:
      intent.nonce === null
        ? undefined
        : batch.add(nodeRequests.nonce(intent.wallet, Math.max(0, lastConfirmedBlock))),
  }));
  await batch.send();
  return pendingReads.map(({ intent, reported, nonce }) => ({
    intent,
    reported: reported.map(({ hash, transaction, receipt }) => ({
      hash,
      transaction: transaction(),
      receipt: receipt(),
    })),
    nonce: nonce?.(),
  }));
}

/**
 * Returns the intent's event that a reported chain transaction proves, such as `reverted`. Undefined if it proves
 * none.
 */
function eventOfTransaction(
  { intent, nonce }: IntentOnChain,
  { transaction, receipt }: ReportedTransaction,
  lastConfirmedBlock: number,
): FoundIntentEvent | undefined {
  if (transaction !== null && !containsVaultStep(intent, transaction.input)) return undefined;
  if (receipt !== null) {
    if (receipt.blockNumber > lastConfirmedBlock || transaction === null) return undefined;
    const failure = receipt.status === 0 ? 'reverted' : 'no_effect';
    return { event: 'reverted', changes: { failure, may_still_execute: false } };
  }
  // If a relayer sent the transaction, its nonce belongs to the relayer, not to the wallet.
  const isSentByWallet = transaction?.from.toLowerCase() === intent.wallet;
  if (isSentByWallet && intent.nonce === null)
    return { event: 'hash', changes: { nonce: transaction.nonce } };
  if (transaction !== null || intent.nonce === null || nonce === undefined) return undefined;
  if (nonce <= intent.nonce) return undefined;
  return { event: 'replaced', changes: { failure: 'replaced', may_still_execute: false } };
}

/**
 * For an intent without a vault event: returns the event that ends the intent or adds data to it. Undefined if
 * there is none yet.
 */
function findIntentEvent(
  intentOnChain: IntentOnChain,
  { latest, depth }: { latest: Block; depth: number },
): FoundIntentEvent | undefined {
  const lastConfirmedBlock = latest.number - depth + 1;
  const { intent, nonce } = intentOnChain;
  if (intent.state === 'expired' || intent.state === 'cancelled') {
    const isNonceUsed = intent.nonce !== null && nonce !== undefined && nonce > intent.nonce;
    return isNonceUsed ? { event: 'spent', changes: { may_still_execute: false } } : undefined;
  }
  for (const reportedTransaction of intentOnChain.reported.toReversed()) {
    const foundEvent = eventOfTransaction(intentOnChain, reportedTransaction, lastConfirmedBlock);
    if (foundEvent !== undefined) return foundEvent;
  }
  // After the grace time, all blocks from before the deadline are final, so no vault event from before the
  // deadline can still appear.
  if (latest.timestamp * 1_000 <= intent.deadline_ms + DEADLINE_GRACE_MS) return undefined;
  // The token rejects the permit after the permit's deadline, so the step that needs it can no longer succeed.
  const isPermitExpired = intent.permit !== null && intent.permit.deadline < latest.timestamp;
  return { event: 'deadline', changes: isPermitExpired ? { may_still_execute: false } : {} };
}

/**
 * Ends intents whose chain transaction failed or was replaced, or whose deadline passed. Returns the number
 * of changed intents.
 */
export async function settleLiveIntents(
  { table, clock }: WatcherPorts,
  chain: ChainSettings,
  chainHead: { latest: Block; depth: number },
): Promise<number> {
  let settledCount = 0;
  const dueBeforeMs = chainHead.latest.timestamp * 1_000 - DEADLINE_GRACE_MS;
  const dueIntents = await readDueIntents(table, chain.chain, dueBeforeMs);
  for (const intentOnChain of await readIntentsOnChain(
    chain,
    dueIntents,
    chainHead.latest.number - chainHead.depth + 1,
  )) {
    const { intent } = intentOnChain;
    const foundEvent = findIntentEvent(intentOnChain, chainHead);
    const changed = foundEvent && changedIntent(intent, foundEvent.event, clock(), foundEvent.changes);
    if (changed === undefined) continue;
    if ((await transactIf(table, changedIntentWrites(intent, changed))).committed) settledCount += 1;
  }
  return settledCount;
}
