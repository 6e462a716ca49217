/**
 * The states of a movement, from the request to its answer. Each try reads, decides and commits one transaction.
 *
 * | State | Means | Next |
 * |---|---|---|
 * | open | nothing that was sent can still be committed | committed, refused, open, limbo, given up |
 * | limbo | a try was sent whose answer is not known: it may yet be committed, under the number of its entry | committed, open, given up |
 * | committed | the entry stands in the journal | answered 201, as every repeat of the request is |
 * | refused | the decision was no: told as its own error, and kept for repeats | - |
 * | given up | time, tries or lost answers are used up: 500; a repeat finds out | - |
 *
 * Limbo ends when the owner's head has reached the try's number: the entry there is ours (committed) or another's, and
 * then ours can never be committed (open). Nothing is refused in limbo, as that might not be the truth.
 */

import { ApiError } from '../platform/contract/errors.ts';
import type { Table } from '../platform/dynamodb/client.ts';
import { commit, type Failure, outcomeOf } from '../platform/dynamodb/commit.ts';
import type { Idempotency } from '../platform/idempotency/idempotency.ts';
import type { Reply } from '../platform/request.ts';
import type { MovementResult } from './contract/responses.ts';
import { type Booking, book, type Denomination, type Order } from './domain/booking.ts';
import { movementView } from './domain/views.ts';
import {
  bookingWrites,
  HEAD_WRITE,
  type MovementState,
  POOL_WRITE,
  readMovementState,
  refreshed,
} from './store/investments.ts';
import { readEntries } from './store/journal.ts';
import { newOwnerWrites } from './store/owners.ts';
import { openLedgerWrites, type StrategyLedger } from './store/strategy-ledger.ts';

/** How many attempts of a movement ended in which way. */
export interface AttemptCounts {
  /** Others had changed what it was decided on. */
  readonly refused: number;
  /** Another transaction was in the way, or the table at its limit. */
  readonly busy: number;
  /** No answer came. */
  readonly unknown: number;
}

/** What moving money needs from outside. */
export interface MovementPorts {
  readonly table: Table;
  /** Whether books alone are settlement enough, as in a test environment. */
  readonly sandbox: boolean;
  /** A new transaction id, different on every call. */
  readonly newTransactionId: () => string;
  /** The time now in epoch milliseconds, for giving up. */
  readonly clock: () => number;
  /** Price of one unit of an asset in USD; undefined when it is not known. */
  readonly priceUsd: (asset: string) => Promise<number | undefined>;
  /** Told of every movement that took more than one attempt, once it has ended. */
  readonly contended: (attempts: AttemptCounts) => void;
  /** Waits before attempt `attempt` (from 1) of a movement that met others. */
  readonly pause: (attempt: number) => Promise<void>;
}

/** What a request turns out to ask for once the state is known. */
export interface Instruction {
  readonly order: Order;
  readonly ledger: StrategyLedger;
  /** Whether the ledger is new and must be opened by this very movement. */
  readonly opensLedger: boolean;
}

export interface MovementRequest {
  readonly ownerId: string;
  /** The strategy concerned; undefined when the request names nothing that could exist. */
  readonly strategyId: string | undefined;
  /** Whether `decide` needs the catalog's record. */
  readonly withStrategy: boolean;
  readonly now: Date;
  readonly idempotency: Idempotency;
  /** Users of the account that its plan has room for, where the movement can open the books of another. */
  readonly maxSubAccounts?: number;
  /** Decides on the state as read, or refuses with an ApiError. */
  readonly decide: (snapshot: MovementState) => Promise<Instruction>;
}

/** A movement is given up after so long, and well before its function's own time is over. */
const GIVE_UP_MS = 15_000;
/** Attempts in all, whatever the clock says. */
const ATTEMPTS_MAX = 100;
/** Attempts that may end without an answer of the database, each after its own time-out. */
const LOST_MAX = 4;

/** A movement on its way: the attempts are one and the same transaction, whichever of them is committed. */
class Attempts {
  readonly #ports: MovementPorts;
  readonly #request: MovementRequest;
  readonly #id: string;
  /** Number that the entry would have if an attempt that is not settled was, or will yet be, committed. */
  #limbo: number | undefined;
  /** What the attempt before has found in its way. */
  #next: MovementState | undefined;

  constructor(ports: MovementPorts, request: MovementRequest) {
    this.#ports = ports;
    this.#request = request;
    this.#id = ports.newTransactionId();
  }

  /** The answer, or how the attempt failed. */
  async once(): Promise<Reply | Failure> {
    const { table } = this.#ports;
    const { idempotency } = this.#request;
    const known = this.#next;
    this.#next = undefined;
    const answerKey = idempotency.itemKey;
    const snapshot = known ?? (await readMovementState(table, { ...this.#request, answerKey }));
    const committed = await this.#ownEntry(snapshot);
    if (committed !== undefined) return committed;
    const first = await idempotency.replay(snapshot.answer);
    if (first !== undefined) return first;
    try {
      return await this.#attempt(snapshot);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // An earlier attempt may yet be committed: neither success nor refusal would be the truth.
      if (this.#limbo !== undefined) throw new ApiError('internal_error', { cause: error });
      return await idempotency.refuse(table, error);
    }
  }

  /**
   * The answer of an earlier attempt that was committed after all. Entry numbers are given out once: when the owner's
   * last number has reached the attempt's, either the entry is ours or the attempt can never be committed.
   */
  async #ownEntry({ head }: MovementState): Promise<Reply | undefined> {
    if (this.#limbo === undefined || head.sequence < this.#limbo) return undefined;
    const { ownerId } = this.#request;
    const sequence = this.#limbo;
    // Read after the head: a batch read has no order within itself.
    const [entry] = await readEntries(this.#ports.table, ownerId, [sequence]);
    if (entry === undefined) throw new Error(`Entry ${sequence} of ${ownerId} is missing below its head`);
    // Only what has been read settles it: until here, a failure leaves the attempt in limbo.
    this.#limbo = undefined;
    return entry.id === this.#id ? { data: movementView(entry) } : undefined;
  }

  async #attempt(snapshot: MovementState): Promise<Reply | Failure> {
    const decision = await this.#request.decide(snapshot);
    const booking = await this.#book(snapshot, decision);
    const reply = { data: movementView(booking.entry) };
    const claim = this.#request.idempotency.claimReference(201, String(booking.entry.sequence));
    const moves = [
      ...bookingWrites(snapshot, booking),
      ...(decision.opensLedger ? openLedgerWrites(decision.ledger) : []),
    ];
    const { ownerId, maxSubAccounts = 0 } = this.#request;
    const isNew = snapshot.head.sequence === 0;
    const owner = isNew ? newOwnerWrites(ownerId, maxSubAccounts) : [];
    const outcome = await commit(this.#ports.table, [...moves, ...claim, ...owner]);
    if (outcome.kind === 'committed') return reply;
    if (outcome.kind === 'unknown' || !outcome.settled) this.#limbo = booking.entry.sequence;
    if (outcome.kind !== 'refused') return outcome;
    const { found } = outcome;
    // A head that has moved kills this attempt, but it may have been an earlier one of ours, in limbo, that moved it.
    if (!found.has(HEAD_WRITE) && found.has(POOL_WRITE)) {
      throw new ApiError('strategy_not_accepting_deposits');
    }
    if (!found.has(HEAD_WRITE) && found.has(moves.length + claim.length)) {
      throw subAccountLimitReached(maxSubAccounts);
    }
    // A twin's answer, or a ledger that another has opened, is read together with everything else.
    const isClaimed = found.has(moves.length);
    if (!decision.opensLedger && !isClaimed) this.#next = refreshed(snapshot, found);
    return outcome;
  }

  async #book(snapshot: MovementState, { order, ledger }: Instruction): Promise<Booking> {
    const { ownerId, now } = this.#request;
    const denomination = denominationOf(ledger);
    return book(order, {
      transactionId: this.#id,
      ownerId,
      nowMs: now.getTime(),
      // In a sandbox the books are the settlement.
      status: 'confirmed',
      head: snapshot.head,
      denomination,
      segments: ledger.segments,
      position: snapshot.position,
      tails: snapshot.tails,
      priceUsd: await this.#ports.priceUsd(denomination.asset),
    });
  }
}

function subAccountLimitReached(max: number): ApiError {
  return new ApiError('sub_account_limit_reached', {
    message: `The plan has room for books of ${max} of your users. Those that have books can go on investing.`,
    details: { max_sub_accounts: max },
  });
}

/** What a repeated movement is answered with: the answer made from the entry again, as it never changes. */
export async function recallMovement(
  table: Table,
  ownerId: string,
  sequence: string,
): Promise<MovementResult> {
  const [entry] = await readEntries(table, ownerId, [Number(sequence)]);
  if (entry === undefined) throw new Error(`Entry ${sequence} of ${ownerId} is missing`);
  return movementView(entry);
}

function denominationOf(ledger: StrategyLedger): Denomination {
  const { strategyId, strategyName, chain, asset, decimals } = ledger;
  return { strategyId, strategyName, chain, asset, decimals };
}

/**
 * Moves money once. Everything is read in one batch, decided, and written in one transaction whose conditions are
 * that nothing it was decided on has changed; otherwise it is read and decided anew. Whatever happens to a request on
 * its way, at most one of its attempts is committed: they share their transaction's id, and each is tied to the
 * number that the owner's next entry would have had. Movements of one owner that meet are tried again after a random
 * pause: nobody holds anything that others would have to wait for.
 *
 * @throws ApiError of the decision; internal_error when the attempts are used up, or when an attempt without an
 * answer could not be settled
 */
export async function move(ports: MovementPorts, request: MovementRequest): Promise<Reply> {
  const attempts = new Attempts(ports, request);
  const counts = { refused: 0, busy: 0, unknown: 0 };
  const giveUpAtMs = ports.clock() + GIVE_UP_MS;
  let last: Failure | undefined;
  try {
    // Not the common helper: tries end by the clock and by lost answers as well, and each knows the one before.
    for (let attempt = 1; attempt <= ATTEMPTS_MAX && counts.unknown < LOST_MAX; attempt += 1) {
      if (ports.clock() > giveUpAtMs) break;
      const outcome = await attempts.once().catch((error: unknown) => {
        if (error instanceof ApiError) throw error;
        return outcomeOf(error);
      });
      if (!('kind' in outcome)) return outcome;
      last = outcome;
      counts[outcome.kind] += 1;
      await ports.pause(attempt);
    }
  } finally {
    if (counts.refused + counts.busy + counts.unknown > 0) ports.contended(counts);
  }
  throw new ApiError('internal_error', {
    cause: new Error(`The movement was not settled: ${JSON.stringify(counts)}`, { cause: causeOf(last) }),
  });
}

function causeOf(failure: Failure | undefined): unknown {
  return failure !== undefined && 'cause' in failure ? failure.cause : undefined;
}
