/**
 * The steps of every deposit, withdrawal and move:
 *
 * 1. The body contains wallet, asset and amount, and names strategies directly or by an investment.
 * 2. One batch reads the stored state of these strategies, and the stored response of an earlier request with
 * the same idempotency key.
 * 3. A strategy with a vault is settled on its chain, any other strategy in the sandbox ledger. The
 * settlement determines the asset and converts the amount to base units.
 * 4. The response is stored together with the transaction. If the request is rejected, only the rejection is
 * stored.
 */

import { ApiError, type ErrorCode, invalidRequestError } from '../../platform/contract/errors.ts';
import { PLAN_LIMITS } from '../../platform/contract/plans.ts';
import type { RouteInput } from '../../platform/contract/route.ts';
import { toChecksummedIfValid } from '../../platform/domain/ethereum.ts';
import {
  BASE_UNITS_MAX,
  countDecimalPlaces,
  fromBaseUnits,
  toBaseUnits,
} from '../../platform/domain/units.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { Idempotency } from '../../platform/idempotency/idempotency.ts';
import { storedResponseKeyOf } from '../../platform/idempotency/stored-responses.ts';
import type { Reply } from '../../platform/request.ts';
import { depositRoute } from '../contract/transactions/deposit.ts';
import { moveRoute } from '../contract/transactions/move.ts';
import { withdrawRoute } from '../contract/transactions/withdraw.ts';
import { parseVaultPositionId } from '../domain/ids/investment-id.ts';
import { ownerIdOf } from '../domain/ids/owner.ts';
import { findOwnerAndStrategy } from '../owners.ts';
import { readVaultHolding } from '../store/onchain/vault-holdings.ts';
import { readStateBeforeTransaction } from '../store/state-before-transaction.ts';
import { settleOnChain } from './chain-settlement.ts';
import { rebuildTransactionResponse } from './record-in-ledger.ts';
import { settleInLedger } from './sandbox-settlement.ts';
import type {
  TransactionCaller,
  TransactionDependencies,
  TransactionRequest,
} from './transaction-request.ts';

/** A request of the deposit, withdraw or move route. */
interface TransactionInput {
  readonly routeId: string;
  /** A retry with the same idempotency key must send the same body. */
  readonly body: {
    readonly wallet_address?: string | undefined;
    readonly user_id?: string | undefined;
    readonly asset?: string | undefined;
    readonly amount?: string | undefined;
  };
  /** The investment or strategy from which money is withdrawn. */
  readonly from?: { readonly investmentId: string | undefined; readonly strategyId: string | undefined };
  readonly to?: string | undefined;
}

/** The investment from which a withdrawal or move takes money. */
interface WithdrawalSource {
  readonly isOnChain: boolean;
  /** Id of the investment's strategy; undefined if the account does not have the investment that the request names. */
  readonly strategyId: string | undefined;
  readonly ownerId: string;
  /** Wallet address in EIP-55 form or in lower case. */
  readonly wallet: string | undefined;
  readonly userId: string | undefined;
}

/**
 * Checks a wallet address and returns it in EIP-55 form.
 *
 * @throws ApiError invalid_request for a mixed-case address with a wrong checksum
 */
function requireChecksummedAddress(address: string | undefined): string | undefined {
  const wallet = address === undefined ? undefined : toChecksummedIfValid(address);
  if (wallet !== undefined || address === undefined) return wallet;
  const message = 'is an address with a wrong EIP-55 checksum; correct the address, or send it in lower case';
  throw invalidRequestError([{ path: 'body.wallet_address', message }]);
}

/** Returns a function that parses the request's amount for the asset of a strategy. */
function createAmountParser(
  text: string | undefined,
  requestedAsset: string | undefined,
): TransactionRequest['parseRequestedAmount'] {
  const createIssueError = (path: string, message: string) => invalidRequestError([{ path, message }]);
  return ({ asset, decimals }) => {
    if (requestedAsset !== undefined && requestedAsset.toUpperCase() !== asset) {
      throw createIssueError(
        'body.asset',
        `is not the asset of this strategy; send ${asset}, or leave this field out`,
      );
    }
    if (text === undefined) return undefined;
    if (countDecimalPlaces(text) > decimals) {
      throw createIssueError(
        'body.amount',
        `must have at most ${decimals} decimal places, the precision of ${asset}`,
      );
    }
    const amount = toBaseUnits(text, decimals);
    if (amount <= BASE_UNITS_MAX) return amount;
    const maxAmount = fromBaseUnits(BASE_UNITS_MAX, decimals);
    throw createIssueError('body.amount', `must be at most ${maxAmount} ${asset}`);
  };
}

/**
 * Finds the investment from which a request withdraws. Without an investment id, this is the vault position of the
 * given strategy and wallet.
 * No wallet proof is required, because the wallet must sign the steps.
 *
 * @throws ApiError invalid_request
 */
async function resolveWithdrawalSource(
  table: Table,
  account: string,
  { investmentId, strategyId: namedStrategyId }: NonNullable<TransactionInput['from']>,
  { wallet, userId }: Pick<TransactionRequest, 'wallet' | 'userId'>,
): Promise<WithdrawalSource> {
  if (investmentId === undefined) {
    return { isOnChain: true, strategyId: namedStrategyId, ownerId: account, wallet, userId };
  }
  const vaultPosition = parseVaultPositionId(investmentId);
  if (vaultPosition === undefined) {
    const { ownerId = account, strategyId } =
      (await findOwnerAndStrategy(table, account, investmentId)) ?? {};
    return { isOnChain: false, strategyId, ownerId, wallet, userId };
  }
  const vaultHolding = await readVaultHolding(table, account, vaultPosition);
  if (vaultHolding !== undefined && wallet !== undefined && wallet.toLowerCase() !== vaultHolding.wallet) {
    const message = 'is not the wallet of this investment; send the request without wallet_address';
    throw invalidRequestError([{ path: 'body.wallet_address', message }]);
  }
  return {
    isOnChain: true,
    strategyId: vaultHolding?.strategy_id,
    ownerId: account,
    wallet: vaultHolding?.wallet,
    userId: vaultHolding?.user_id ?? undefined,
  };
}

/** A temporary error is not stored under the idempotency key, because a retry may succeed. */
const isTemporaryError = (code: ErrorCode) => code === 'chain_unavailable';

async function settleTransaction(
  dependencies: TransactionDependencies,
  { routeId, body, from: requestedSource, to }: TransactionInput,
  { ownerId: account, plan, now: at, idempotencyKey: key }: TransactionCaller,
): Promise<Reply> {
  const { table, sandbox } = dependencies;
  const { amount, asset, user_id, wallet_address } = body;
  const requestedPosition = { wallet: requireChecksummedAddress(wallet_address), userId: user_id };
  const withdrawalSource =
    requestedSource && (await resolveWithdrawalSource(table, account, requestedSource, requestedPosition));
  const { ownerId, wallet, userId } = withdrawalSource ?? {
    ownerId: ownerIdOf(account, user_id),
    ...requestedPosition,
  };
  const from = withdrawalSource?.strategyId;
  if (from !== undefined && from === to) {
    throw new ApiError('move_unavailable', {
      message: 'The investment is already in this strategy. Choose another to_strategy_id.',
      details: { reason: 'strategy' },
    });
  }
  const includesLedger = withdrawalSource === undefined ? sandbox : !withdrawalSource.isOnChain;
  const requestedStrategies = [
    ...(from === undefined
      ? []
      : [{ strategyId: from, includesLedger, includesVault: !includesLedger, includesTerms: false }]),
    ...(to === undefined
      ? []
      : [{ strategyId: to, includesLedger, includesVault: true, includesTerms: true }]),
  ];
  const storedResponseKey =
    key === undefined ? undefined : storedResponseKeyOf({ ownerId: account, routeId, key });
  const state = await readStateBeforeTransaction(table, {
    ownerId,
    strategies: requestedStrategies,
    storedResponseKey,
    sandbox,
  });
  const now = new Date(at.getTime() + state.clockAheadMs);
  const rebuildResponse = rebuildTransactionResponse(
    table,
    ownerId,
    [requestedSource, to].filter((each) => each !== undefined).length,
  );
  const idempotency = new Idempotency({
    ownerId: account,
    routeId,
    key,
    input: body,
    now,
    rebuildData: rebuildResponse,
  });
  const { maxSubAccounts } = PLAN_LIMITS[plan];
  const parseRequestedAmount = createAmountParser(amount, asset);
  const transactionRequest = {
    account,
    ownerId,
    userId,
    maxSubAccounts,
    from,
    to,
    wallet,
    asset,
    parseRequestedAmount,
  };
  const work = async () => {
    if (withdrawalSource !== undefined && from === undefined) throw new ApiError('investment_not_found');
    return (withdrawalSource?.isOnChain ?? state.strategies[0]?.vault !== undefined)
      ? settleOnChain(dependencies, { ...transactionRequest, now: at }, { state, idempotency })
      : settleInLedger(
          dependencies,
          { ...transactionRequest, now },
          { state, strategies: requestedStrategies, idempotency },
        );
  };
  return idempotency.answerOnce(table, state.storedResponseItem, work, isTemporaryError);
}

/**
 * Deposits into a strategy: opens the caller's investment, or adds to it.
 *
 * @throws ApiError idempotency_key_reused, invalid_request, and the errors of `settleOnChain` and `settleInLedger`
 */
export function deposit(
  dependencies: TransactionDependencies,
  body: RouteInput<typeof depositRoute>['body'],
  caller: TransactionCaller,
): Promise<Reply> {
  return settleTransaction(dependencies, { routeId: depositRoute.id, body, to: body.strategy_id }, caller);
}

/**
 * Withdraws an amount, or everything, from one of the caller's investments.
 * An investment of another account is reported as not found.
 *
 * @throws ApiError investment_not_found, idempotency_key_reused, invalid_request, and the errors of
 * `settleOnChain` and `settleInLedger`
 */
export function withdraw(
  dependencies: TransactionDependencies,
  body: RouteInput<typeof withdrawRoute>['body'],
  caller: TransactionCaller,
): Promise<Reply> {
  const from = { investmentId: body.investment_id, strategyId: body.strategy_id };
  return settleTransaction(dependencies, { routeId: withdrawRoute.id, body, from }, caller);
}

/**
 * Moves an amount, or everything, from one of the caller's investments to another strategy with the same
 * asset and settlement.
 *
 * @throws ApiError move_unavailable, and the errors of `withdraw` and `deposit`
 */
export function move(
  dependencies: TransactionDependencies,
  body: RouteInput<typeof moveRoute>['body'],
  caller: TransactionCaller,
): Promise<Reply> {
  const from = { investmentId: body.investment_id, strategyId: body.from_strategy_id };
  return settleTransaction(
    dependencies,
    { routeId: moveRoute.id, body, from, to: body.to_strategy_id },
    caller,
  );
}
