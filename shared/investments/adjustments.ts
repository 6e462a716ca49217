import { ApiError } from '../platform/contract/errors.ts';
import { countDecimalPlaces, toBaseUnits } from '../platform/domain/units.ts';
import { Idempotency } from '../platform/idempotency/idempotency.ts';
import { storedResponseKeyOf } from '../platform/idempotency/stored-responses.ts';
import type { Transaction } from './contract/responses.ts';
import { findOwnerAndStrategy } from './owners.ts';
import { rebuildTransactionResponse, recordInLedger } from './settlement/record-in-ledger.ts';
import type { LedgerDependencies } from './settlement/transaction-request.ts';
import { readStateBeforeTransaction, type StateBeforeTransaction } from './store/state-before-transaction.ts';

/** An operator's correction of an investment's value. */
export interface Adjustment {
  readonly ownerId: string;
  readonly investmentId: string;
  /** Decimal text in units of the asset. A negative amount reduces the value. */
  readonly amount: string;
  /** The reason that the owner sees. */
  readonly reason: string;
  /** Identifies the adjustment. A second adjustment with the same reference is not recorded. */
  readonly reference: string;
  readonly now: Date;
}

/**
 * The operation name under which idempotency records of adjustments are stored. No route has this name, so an
 * operator's record never has the same key as a caller's record.
 */
const ADJUST_OPERATION_ID = 'ledger.adjust';

/**
 * Records an operator's correction of an investment's value, such as a write-down. No money is paid.
 * The owner sees the adjustment and its reason in the history.
 *
 * @throws ApiError investment_not_found, invalid_request, insufficient_balance when the value would become negative
 */
export async function adjustInvestment(
  dependencies: LedgerDependencies,
  { ownerId: account, investmentId, amount, reason, reference, now: requestedAt }: Adjustment,
): Promise<Pick<Transaction, 'id'>> {
  const { table } = dependencies;
  const ownerAndStrategy = await findOwnerAndStrategy(table, account, investmentId);
  if (ownerAndStrategy === undefined) throw new ApiError('investment_not_found');
  const { ownerId, strategyId } = ownerAndStrategy;
  const requestedStrategies = [
    { strategyId, includesLedger: true, includesVault: false, includesTerms: false },
  ];
  const key = { ownerId: account, routeId: ADJUST_OPERATION_ID, key: reference };
  const request = {
    ownerId,
    strategies: requestedStrategies,
    storedResponseKey: storedResponseKeyOf(key),
    sandbox: true,
  };
  const initialState = await readStateBeforeTransaction(table, request);
  // The adjustment gets the time of the sandbox clock, which may be ahead of real time.
  const now = new Date(requestedAt.getTime() + initialState.clockAheadMs);
  const rebuildResponse = rebuildTransactionResponse(table, ownerId, requestedStrategies.length);
  const idempotency = new Idempotency({
    ...key,
    input: { investmentId, amount, reason },
    now,
    rebuildData: rebuildResponse,
  });
  const isNegativeAmount = amount.startsWith('-');
  const text = isNegativeAmount ? amount.slice(1) : amount;
  const decideAdjustment = async ({ strategies: [strategyState] }: StateBeforeTransaction) => {
    const { position, ledger } = strategyState ?? {};
    if (position === undefined || ledger === undefined) throw new ApiError('investment_not_found');
    if (countDecimalPlaces(text) > ledger.decimals) {
      throw new ApiError('invalid_request', {
        message: `${ledger.asset} has ${ledger.decimals} decimals.`,
      });
    }
    const absoluteAmount = toBaseUnits(text, ledger.decimals);
    const ledgerOrder = {
      type: 'adjustment',
      amount: isNegativeAmount ? -absoluteAmount : absoluteAmount,
      reason,
    } as const;
    return [{ order: ledgerOrder, ledger, opensLedger: false }];
  };
  const ledgerTransaction = {
    ownerId,
    strategies: requestedStrategies,
    now,
    initialState,
    idempotency,
    maxSubAccounts: 0,
    decide: decideAdjustment,
  };
  const { data } = await idempotency.answerOnce(table, initialState.storedResponseItem, () =>
    recordInLedger(dependencies, ledgerTransaction),
  );
  if (typeof data !== 'object' || data === null || !('id' in data)) throw new Error('There is no answer');
  return { ...data, id: String(data.id) };
}
