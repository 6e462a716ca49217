import { ApiError } from '../../platform/contract/errors.ts';
import { type CommitFailure, commit } from '../../platform/dynamodb/commit.ts';
import type { Write } from '../../platform/dynamodb/transact.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Reply } from '../../platform/request.ts';
import { bookLedgerOrder, type LedgerOrder, type RecordedTransaction } from '../domain/booking.ts';
import { entryIdOf } from '../domain/ids/transaction-id.ts';
import type { StrategyAsset } from '../domain/ledger-entry.ts';
import { toTransactionOrMove, transactionResultView } from '../domain/views.ts';
import {
  buildRecordingWrites,
  HEAD_WRITE_INDEX,
  poolWriteIndexOf,
  readOwnerHead,
  refreshStateBeforeTransaction,
} from '../store/investments.ts';
import { readLedgerEntries } from '../store/journal.ts';
import { buildNewOwnerWrites } from '../store/owners.ts';
import {
  readStateBeforeTransaction,
  type StateBeforeTransaction,
  type StrategyRequest,
} from '../store/state-before-transaction.ts';
import { buildNewLedgerWrites, type StrategyLedger } from '../store/strategy-ledger.ts';
import { buildPoolVersionWrite } from '../store/strategy-pool.ts';
import type { LedgerDependencies } from './transaction-request.ts';

/** A ledger entry that will be recorded in one strategy. */
export interface PlannedEntry {
  readonly order: LedgerOrder;
  readonly ledger: StrategyLedger;
  /** Whether this entry creates the strategy's ledger. */
  readonly opensLedger: boolean;
  /**
   * The pool's version when the deposit cap was checked; undefined if it was not checked. If another deposit has
   * increased the version since then, this entry is not recorded.
   */
  readonly poolVersion?: number | undefined;
}

/** A deposit, withdrawal, move or adjustment to record in the sandbox ledger. */
export interface LedgerTransaction {
  readonly ownerId: string;
  /** The strategy of a deposit or withdrawal. For a move, the source and then the target strategy. */
  readonly strategies: readonly StrategyRequest[];
  readonly now: Date;
  /** The stored data for the first attempt, which the caller has already read. */
  readonly initialState: StateBeforeTransaction;
  readonly idempotency: Idempotency;
  readonly maxSubAccounts: number;
  /**
   * Returns the ledger entries to record, one per strategy, in the order of `strategies`. Throws an ApiError to reject
   * the request.
   */
  readonly decide: (state: StateBeforeTransaction) => Promise<readonly PlannedEntry[]>;
}

function assetOfLedger(strategyLedger: StrategyLedger): StrategyAsset {
  const { strategyId, strategyName, chain, asset, decimals } = strategyLedger;
  return { strategyId, strategyName, chain, asset, decimals };
}

function subAccountLimitError(max: number): ApiError {
  return new ApiError('sub_account_limit_reached', {
    message: `Sub-account limit reached: your plan allows ${max} sub-accounts. Each new user_id creates a sub-account. Use an existing user_id, or change to a larger plan.`,
    details: { max_sub_accounts: max },
  });
}

/** Returns the error for a request if it is unknown whether one of its attempts was or will be committed. */
export function unknownOutcomeError(cause: unknown): ApiError {
  return new ApiError('internal_error', {
    message:
      'The service does not know whether it carried out this transaction. Retry with the same Idempotency-Key, or look for the transaction in GET /investments/history.',
    cause,
  });
}

/** The attempts to record one sandbox transaction. At most one attempt is committed. */
export class TransactionAttempts {
  readonly #dependencies: LedgerDependencies;
  readonly #request: LedgerTransaction;
  readonly #randomId: string;
  /**
   * Number of the first ledger entry of the attempt whose outcome is unknown. Undefined if there is no such attempt.
   */
  #sequenceInDoubt: number | undefined;
  /** The stored data for the next attempt. If undefined, the next attempt reads the data. */
  #nextState: StateBeforeTransaction | undefined;

  constructor(dependencies: LedgerDependencies, request: LedgerTransaction) {
    this.#dependencies = dependencies;
    this.#request = request;
    this.#nextState = request.initialState;
    this.#randomId = dependencies.createTransactionId();
  }

  /**
   * Whether the last failed attempt returned the current stored data. The next attempt should then start at once.
   */
  get isRefreshed(): boolean {
    return this.#nextState !== undefined;
  }

  /**
   * Checks the outcome after the last attempt. Returns the response if an attempt was committed, true if certainly none
   * was committed, and false if the outcome is unknown.
   */
  async resolveOutcome(): Promise<Reply | boolean> {
    if (this.#sequenceInDoubt === undefined) return true;
    const head = await readOwnerHead(this.#dependencies.table, this.#request.ownerId);
    return (await this.#findCommittedResponse({ head })) ?? this.#sequenceInDoubt === undefined;
  }

  #idOf(sequence: number): string {
    return entryIdOf(this.#randomId, this.#request.ownerId, sequence);
  }

  /** Makes one attempt. Returns the response, or why the attempt failed. */
  async tryOnce(): Promise<Reply | CommitFailure> {
    const { table } = this.#dependencies;
    const { idempotency } = this.#request;
    const preparedState = this.#nextState;
    this.#nextState = undefined;
    const request = { ...this.#request, storedResponseKey: idempotency.itemKey, sandbox: false };
    const state = preparedState ?? (await readStateBeforeTransaction(table, request));
    const committedReply = await this.#findCommittedResponse(state);
    if (committedReply !== undefined) return committedReply;
    const storedReply = await idempotency.replay(state.storedResponseItem);
    if (storedReply !== undefined) return storedReply;
    try {
      return await this.#attempt(state);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // An earlier attempt may still be committed. The request must therefore not be reported as rejected.
      throw this.#sequenceInDoubt === undefined ? error : unknownOutcomeError(error);
    }
  }

  /** Returns the response of the attempt whose outcome is unknown, if that attempt was committed. */
  async #findCommittedResponse({ head }: Pick<StateBeforeTransaction, 'head'>): Promise<Reply | undefined> {
    if (this.#sequenceInDoubt === undefined || head.sequence < this.#sequenceInDoubt) return undefined;
    const { ownerId, strategies } = this.#request;
    const sequence = this.#sequenceInDoubt;
    // Read the entries in a second request, after the owner's head item, because a batch has no defined order of reads.
    const entries = await readLedgerEntries(
      this.#dependencies.table,
      ownerId,
      strategies.map((_, i) => sequence + i),
    );
    const [firstEntry] = entries;
    if (firstEntry?.sequence !== sequence)
      throw new Error(`Entry ${sequence} of ${ownerId} is missing below its head`);
    // Clear `#sequenceInDoubt` only here, because the outcome of that attempt is known only after the read.
    this.#sequenceInDoubt = undefined;
    return firstEntry.id === this.#idOf(sequence)
      ? { data: toTransactionOrMove(entries.map(transactionResultView)) }
      : undefined;
  }

  async #attempt(state: StateBeforeTransaction): Promise<Reply | CommitFailure> {
    const plannedEntries = await this.#request.decide(state);
    const recordedTransactions = await this.#buildEntries(state, plannedEntries);
    const entries = recordedTransactions.map(({ entry }) => entry);
    const sequence = state.head.sequence + 1;
    const entriesOpeningLedgers = plannedEntries.filter(({ opensLedger }) => opensLedger);
    const transactionWrites = [
      ...buildRecordingWrites(state, recordedTransactions),
      ...entriesOpeningLedgers.flatMap(({ ledger }) => buildNewLedgerWrites(ledger)),
      ...plannedEntries.flatMap(({ ledger, poolVersion }) =>
        poolVersion === undefined ? [] : buildPoolVersionWrite(ledger.strategyId, poolVersion),
      ),
    ];
    const responseWrites = this.#request.idempotency.referenceWrites(201, String(sequence));
    const { ownerId, maxSubAccounts } = this.#request;
    const ownerWrites =
      sequence === 1 ? await buildNewOwnerWrites(this.#dependencies.table, ownerId, maxSubAccounts) : [];
    const commitResult = await this.#commit(sequence, [
      ...transactionWrites,
      ...responseWrites,
      ...ownerWrites,
    ]);
    if (commitResult.kind === 'committed')
      return { data: toTransactionOrMove(entries.map(transactionResultView)) };
    if (commitResult.kind !== 'refused') return commitResult;
    const { found: currentItems } = commitResult;
    // If the owner's head has changed too, an earlier attempt of this request may have been committed. The request must
    // then be retried and not rejected.
    if (
      !currentItems.has(HEAD_WRITE_INDEX) &&
      recordedTransactions.some((_, i) => currentItems.has(poolWriteIndexOf(i)))
    ) {
      throw new ApiError('strategy_not_accepting_deposits');
    }
    if (
      !currentItems.has(HEAD_WRITE_INDEX) &&
      currentItems.has(transactionWrites.length + responseWrites.length)
    ) {
      throw subAccountLimitError(maxSubAccounts);
    }
    // The next attempt must read everything again if another request has claimed the idempotency key, or if this
    // attempt had to create a ledger.
    const isIdempotencyKeyClaimed = currentItems.has(transactionWrites.length);
    if (entriesOpeningLedgers.length === 0 && !isIdempotencyKeyClaimed)
      this.#nextState = refreshStateBeforeTransaction(state, currentItems);
    return commitResult;
  }

  async #commit(sequence: number, writes: readonly Write[]) {
    const commitResult = await commit(this.#dependencies.table, writes);
    if (commitResult.kind === 'unknown' || (commitResult.kind !== 'committed' && !commitResult.settled))
      this.#sequenceInDoubt = sequence;
    return commitResult;
  }

  async #buildEntries(
    state: StateBeforeTransaction,
    plannedEntries: readonly PlannedEntry[],
  ): Promise<RecordedTransaction[]> {
    const { ownerId, now } = this.#request;
    const recordedTransactions: RecordedTransaction[] = [];
    for (const [i, { order, ledger }] of plannedEntries.entries()) {
      const head = recordedTransactions.at(-1)?.head ?? state.head;
      const strategyAsset = assetOfLedger(ledger);
      const strategyState = state.strategies[i];
      const context = {
        transactionId: this.#idOf(head.sequence + 1),
        counterpartId:
          plannedEntries.length === 2 ? this.#idOf(state.head.sequence + (i === 0 ? 2 : 1)) : undefined,
        ownerId,
        nowMs: now.getTime(),
        // In the sandbox, the ledger entry itself is the settlement, so it is confirmed at once.
        status: 'confirmed' as const,
        head,
        strategyAsset,
        segments: ledger.segments,
        position: strategyState?.position,
        tails: strategyState?.tails ?? {},
        priceUsd: await this.#dependencies.priceUsd(strategyAsset.asset),
      };
      recordedTransactions.push(bookLedgerOrder(order, context));
    }
    return recordedTransactions;
  }
}
