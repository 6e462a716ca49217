/**
 * The states of a movement, from the request to its answer. Each try reads, decides and commits one transaction.
 *
 * | State | Means | Next |
 * |---|---|---|
 * | open | nothing that was sent can still be committed | committed, refused, open, in doubt, given up |
 * | in doubt | a try was sent whose answer is not known: it may yet be committed, under the number of its entry | committed, open, given up |
 * | committed | the entry stands in the journal | answered 201, as every repeat of the request is |
 * | refused | the decision was no: told as its own error, and kept for repeats | - |
 * | given up | time, tries or lost answers are used up: 429 where nothing can be committed any more and others were in the way, else 500 | - |
 *
 * Doubt ends when the owner's head has reached the try's number: the entry there is ours (committed) or another's, and
 * then ours can never be committed (open). Nothing is refused in doubt, as that might not be the truth.
 */

import { ApiError } from '../../platform/contract/errors.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { type CommitFailure, commitFailureOf } from '../../platform/dynamodb/commit.ts';
import type { Reply } from '../../platform/request.ts';
import { meetingPauseBoundMs } from '../domain/meeting-pause.ts';
import { movementView, oneOrBoth } from '../domain/views.ts';
import { readEntries } from '../store/journal.ts';
import { tooManyMovements } from '../too-many-movements.ts';
import type { AttemptCounts, LedgerPorts } from './movement.ts';
import { Attempts, type LedgerMovement, notKnown } from './movement-attempts.ts';

/** A movement is given up after so long. */
export const GIVE_UP_MS = 15_000;
/**
 * No attempt starts in this last part of the function's time, because an attempt and the check of its outcome take a
 * fraction of it.
 */
const LAST_MS = 4_000;
/**
 * Where attempts are slow, this many times the slowest so far must remain: for one more attempt and the check of its
 * outcome.
 */
const LAST_ATTEMPTS = 2;
/** Attempts in all, whatever the clock says. */
const ATTEMPTS_MAX = 1_000;
/** Attempts that may end without an answer of the database, each after its own time-out. */
const LOST_MAX = 4;

/**
 * Makes what a repeated movement is answered with: the answer made from its entries again, as they never change.
 *
 * @param count of its entries
 * @returns a function of the number of the first entry
 */
export function recallMovement(table: Table, ownerId: string, count: number) {
  return async (reference: string): Promise<unknown> => {
    const sequences = Array.from({ length: count }, (_, i) => Number(reference) + i);
    const entries = await readEntries(table, ownerId, sequences);
    if (entries.length < count) throw new Error(`Entry ${reference} of ${ownerId} is missing`);
    return oneOrBoth(entries.map(movementView));
  };
}

/**
 * Records a transaction once. Decides on what was read in one batch, and writes one DynamoDB transaction whose
 * conditions are that nothing it depends on has changed; otherwise it reads and decides again. At most one attempt is
 * committed, because all attempts share their transaction's id and each requires the number of the owner's next entry.
 * Conflicting transactions of one owner retry after a random pause, without locks. An attempt that lost a conflict
 * learned the current state of the items, so it retries at once; after a pause its state would be outdated again. Under
 * any load, every second DynamoDB transaction on an owner's items is therefore committed.
 *
 * @throws ApiError of the decision; too_many_movements when others were in the way until the attempts were used up;
 * internal_error when the database gave no answers, or when an attempt without an answer could not be settled
 */
export async function recordInLedger(ports: LedgerPorts, request: LedgerMovement): Promise<Reply> {
  const attempts = new Attempts(ports, request);
  const counts = { refused: 0, busy: 0, unknown: 0 };
  const begunMs = ports.clock();
  const remainingMs = ports.remainingMs();
  let slowestMs = 0;
  const endOf = () =>
    begunMs + Math.min(GIVE_UP_MS, remainingMs - Math.max(LAST_MS, LAST_ATTEMPTS * slowestMs));
  let last: CommitFailure | undefined;
  try {
    // Not the common helper: tries end by the clock and by lost answers as well, and each knows the one before.
    for (let attempt = 1; attempt <= ATTEMPTS_MAX && counts.unknown < LOST_MAX; attempt += 1) {
      const triedMs = ports.clock();
      if (triedMs > endOf()) break;
      const outcome = await attempts.once().catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        return commitFailureOf(error);
      });
      if (!('kind' in outcome)) return outcome;
      last = outcome;
      counts[outcome.kind] += 1;
      const nowMs = ports.clock();
      slowestMs = Math.max(slowestMs, nowMs - triedMs);
      if (attempts.isRefreshed) continue;
      const tookMs = outcome.kind === 'unknown' ? 0 : nowMs - triedMs;
      const boundMs = meetingPauseBoundMs(attempt, nowMs - begunMs, tookMs);
      await ports.pause(Math.min(boundMs, Math.max(0, endOf() - nowMs)));
    }
    return await givenUp(attempts, counts, last);
  } finally {
    if (counts.refused + counts.busy + counts.unknown > 0) ports.contended(counts);
  }
}

/**
 * The error for a transaction that is given up, after a last check whether an attempt without an answer was committed.
 *
 * @throws ApiError too_many_movements, internal_error
 */
async function givenUp(
  attempts: Attempts,
  counts: AttemptCounts,
  last: CommitFailure | undefined,
): Promise<Reply> {
  const settled = await attempts.settled();
  if (typeof settled === 'object') return settled;
  const cause = new Error(`The transaction was given up: ${JSON.stringify(counts)}`, {
    cause: causeOf(last),
  });
  if (!settled) throw notKnown(cause);
  if (counts.unknown >= LOST_MAX) throw new ApiError('internal_error', { cause });
  throw tooManyMovements(cause);
}

function causeOf(failure: CommitFailure | undefined): unknown {
  return failure !== undefined && 'cause' in failure ? failure.cause : undefined;
}
