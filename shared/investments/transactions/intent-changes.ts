import type { Hex } from '../../chain/multicall.ts';
import { ApiError, invalidRequest } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { transactIf } from '../../platform/dynamodb/transact.ts';
import type { Reply } from '../../platform/request.ts';
import { type RetryPolicy, retry, TryAgain } from '../../platform/retry.ts';
import { type IntentState, transition } from '../domain/onchain/states.ts';
import { intentView } from '../domain/onchain/view.ts';
import { ownEntry } from '../own-entry.ts';
import { changedIntentWrites, type Intent, readIntent } from '../store/intents.ts';
import { unlessTooMany } from '../too-many-movements.ts';

/** @throws ApiError transaction_not_found, for somebody else's as for none */
export async function ownIntent(table: Table, ownerId: string, id: string): Promise<Intent> {
  const intent = await readIntent(table, id);
  if (intent === undefined || intent.owner_id !== ownerId) throw new ApiError('transaction_not_found');
  return intent;
}

/** What the caller can do about a transaction in this state. */
function adviceFor(state: IntentState): string {
  if (state === 'pending' || state === 'submitted' || state === 'included')
    return 'GET /investments/transactions/{id} shows when the state changes.';
  // Steps that a wallet signed earlier may still be carried out, so a second transaction could deposit twice.
  if (state === 'expired' || state === 'cancelled')
    return 'If may_still_execute is false, or the wallet signed no step, you can request a new transaction.';
  return 'To deposit or withdraw again, request a new transaction.';
}

/** The error for a transaction whose state no longer allows a change. */
export function notOpen(state: IntentState): ApiError {
  const message = `This transaction is ${state} and can no longer be changed. ${adviceFor(state)}`;
  return new ApiError('transaction_not_open', { message, details: { state } });
}

/**
 * The caller's intent that is to be changed. A ledger entry never changes.
 *
 * @throws ApiError transaction_not_found, also for a transaction of another account; transaction_not_open for a ledger
 * entry
 */
export async function changeableIntent(table: Table, ownerId: string, id: string): Promise<Intent> {
  if ((await ownEntry(table, ownerId, id)) === undefined) return ownIntent(table, ownerId, id);
  throw new ApiError('transaction_not_open', {
    message:
      'This sandbox transaction is already confirmed, so it cannot be cancelled. It needs no signature and no hash.',
    details: { state: 'booked' },
  });
}

/** The watcher may come between reading an intent and changing it. */
const CHANGES: RetryPolicy = { attempts: 5 };

/**
 * Changes an intent of the caller's, unless `change` gives it back as it is, and answers with it.
 *
 * @throws ApiError transaction_not_found, too_many_movements, and what `change` throws
 */
export async function changeIntent(
  table: Table,
  ownerId: string,
  id: string,
  change: (intent: Intent) => Intent,
): Promise<Reply> {
  return retry(CHANGES, async () => {
    const before = await changeableIntent(table, ownerId, id);
    const after = change(before);
    if (after === before) return { data: intentView(before) };
    const { held } = await unlessTooMany(() => transactIf(table, changedIntentWrites(before, after)));
    if (held) return { data: intentView(after) };
    throw new TryAgain(`The intent ${id} was changed by others`);
  });
}

/**
 * Takes note of the hashes of an intent's transactions, in the order of its steps; the last is that of the vault.
 * Reporting them again, or those of replacements, or once the watcher has found the transaction, is fine.
 *
 * @throws ApiError transaction_not_found, transaction_not_open when nothing is waited for any more, too_many_movements
 */
export function submitIntent(
  table: Table,
  { ownerId, id, hashes, now }: { ownerId: string; id: string; hashes: readonly Hex[]; now: Date },
): Promise<Reply> {
  return changeIntent(table, ownerId, id, (intent) => {
    const added = hashes.filter((hash) => !intent.hashes.includes(hash));
    // The watcher may have been faster: what it has found need not be reported any more.
    const isFound = intent.included !== null && hashes.includes(intent.included.hash);
    if (added.length === 0 || isFound) return intent;
    const next = transition(intent.state, 'hash');
    if (next === undefined) throw notOpen(intent.state);
    const known = [...intent.hashes, ...added];
    if (known.length > HASHES_MAX) {
      throw invalidRequest([
        {
          path: 'body.hashes',
          message: `has too many hashes: a transaction can have at most ${HASHES_MAX}, including the hashes that you reported earlier`,
        },
      ]);
    }
    // Another transaction has a nonce of its own.
    return { ...intent, state: next.to, hashes: known, nonce: null, updated_at_ms: now.getTime() };
  });
}

/** Hashes that one transaction may have, replacements included. */
const HASHES_MAX = 20;

/**
 * Gives up an intent for which nothing has been sent.
 *
 * @throws ApiError transaction_not_found, transaction_not_open, too_many_movements
 */
export function cancelIntent(
  table: Table,
  { ownerId, id, now }: { ownerId: string; id: string; now: Date },
): Promise<Reply> {
  return changeIntent(table, ownerId, id, (intent) => {
    if (intent.state === 'cancelled') return intent;
    const next = transition(intent.state, 'cancel');
    if (next === undefined) throw notOpen(intent.state);
    return { ...intent, state: next.to, updated_at_ms: now.getTime() };
  });
}
