import { ApiError } from '../../platform/contract/errors.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import type { Idempotency } from '../../platform/idempotency/idempotency.ts';
import type { Reply } from '../../platform/request.ts';
import { depositAssetOf } from '../../strategies/domain/deposit-asset.ts';
import type { StrategyTerms } from '../../strategies/records.ts';
import { readDepositMinimum, readDepositPriceUsd, requireMinimumDeposit } from '../deposit-minimum.ts';
import { insufficientBalanceError } from '../domain/booking.ts';
import { createFirstIndexSegment, growthIndexAt } from '../domain/growth-index.ts';
import { valueOfHoldings, valueOfShares } from '../domain/holdings.ts';
import { convertUsdToBaseUnits } from '../domain/minimum.ts';
import type {
  StateBeforeTransaction,
  StrategyRequest,
  StrategyState,
} from '../store/state-before-transaction.ts';
import type { StrategyLedger } from '../store/strategy-ledger.ts';
import { readVersionedPoolShares } from '../store/strategy-pool.ts';
import { isSmallDeposit } from './pool-cache.ts';
import { recordInLedger } from './record-in-ledger.ts';
import type { PlannedEntry } from './transaction-attempts.ts';
import {
  moveUnavailableError,
  requireDepositsAccepted,
  type TransactionDependencies,
  type TransactionRequest,
} from './transaction-request.ts';

/** Returns a new ledger for a strategy's first deposit. The ledger's asset never changes afterwards. */
function buildLedger(strategy: StrategyTerms, nowMs: number): StrategyLedger {
  const { symbol: asset, decimals } = depositAssetOf(strategy);
  return {
    strategyId: strategy.id,
    strategyName: strategy.name,
    chain: strategy.chain,
    asset,
    decimals,
    segments: [createFirstIndexSegment(nowMs, strategy.current_apy)],
    segmentCount: 1,
    acceptsDeposits: true,
  };
}

/**
 * Rejects a deposit that would raise the sandbox deposits above the strategy's real TVL.
 *
 * @returns the pool's version, which the deposit's transaction must increase (optimistic lock); undefined if no lock is
 * needed, because the deposit is small or the asset's price is unknown
 * @throws ApiError deposit_cap_exceeded
 */
async function requireDepositCap(
  dependencies: TransactionDependencies,
  strategy: StrategyTerms,
  ledger: StrategyLedger,
  { amount, nowMs }: { readonly amount: bigint; readonly nowMs: number },
): Promise<number | undefined> {
  const { asset, decimals, segments } = ledger;
  const priceUsd = await readDepositPriceUsd(dependencies.priceUsd, strategy, asset);
  if (priceUsd === undefined) return undefined;
  const cap = convertUsdToBaseUnits(strategy.tvl, priceUsd, decimals);
  const growthIndex = growthIndexAt(segments, nowMs);
  const remainingCapOf = (shares: bigint) => cap - valueOfShares(shares, growthIndex);
  if (dependencies.pools.accept(strategy.id, { amount, nowMs: dependencies.clock(), remainingCapOf }))
    return undefined;
  const { shares, poolVersion } = await readVersionedPoolShares(dependencies.table, strategy.id);
  dependencies.pools.remember(strategy.id, { shares, amount, nowMs: dependencies.clock() });
  const remainingCapBaseUnits = remainingCapOf(shares);
  if (amount <= remainingCapBaseUnits)
    return isSmallDeposit(amount, remainingCapBaseUnits) ? undefined : poolVersion;
  const { tvl } = strategy;
  const availableAmount = fromBaseUnits(remainingCapBaseUnits > 0n ? remainingCapBaseUnits : 0n, decimals);
  throw new ApiError('deposit_cap_exceeded', {
    message: `Deposit cap exceeded: the sandbox deposits of all users together must not exceed the TVL of the real strategy, ${tvl} USD. Deposit at most ${availableAmount} ${asset} now.`,
    details: { available: availableAmount, asset, tvl_usd: tvl },
  });
}

/** Returns the amount to withdraw from a position, in base units. A move deposits the same amount. */
function planSandboxWithdrawal(
  { position, ledger }: StrategyState,
  { parseRequestedAmount, now }: TransactionRequest,
  { lastAtMs }: StateBeforeTransaction['head'],
) {
  if (position === undefined || ledger === undefined) throw new ApiError('investment_not_found');
  // The withdrawal's entry cannot have an earlier time than the owner's last entry.
  const growthIndex = growthIndexAt(ledger.segments, Math.max(now.getTime(), lastAtMs));
  const currentValue = valueOfHoldings(position.holdings, growthIndex);
  const amount = parseRequestedAmount(ledger) ?? currentValue;
  if (amount > currentValue || currentValue === 0n)
    throw insufficientBalanceError(position.holdings, growthIndex, ledger);
  return { amount, ledger, walletAddress: position.walletAddress };
}

async function planSandboxDeposit(
  dependencies: TransactionDependencies,
  strategyState: StrategyState,
  { parseRequestedAmount, now, wallet }: TransactionRequest,
  { switches }: StateBeforeTransaction,
  plannedWithdrawal: ReturnType<typeof planSandboxWithdrawal> | undefined,
): Promise<PlannedEntry> {
  const nowMs = now.getTime();
  if (strategyState.strategy === undefined) throw new ApiError('strategy_not_found');
  const strategyLedger = strategyState.ledger ?? buildLedger(strategyState.strategy, nowMs);
  if (
    plannedWithdrawal !== undefined &&
    (plannedWithdrawal.ledger.asset !== strategyLedger.asset ||
      plannedWithdrawal.ledger.decimals !== strategyLedger.decimals)
  )
    throw moveUnavailableError('asset');
  const amount = plannedWithdrawal?.amount ?? parseRequestedAmount(strategyLedger) ?? 0n;
  const strategy = requireDepositsAccepted(strategyState, switches);
  requireMinimumDeposit(await readDepositMinimum(dependencies.priceUsd, strategy, strategyLedger), amount);
  const poolVersion = await requireDepositCap(dependencies, strategy, strategyLedger, { amount, nowMs });
  const walletAddress = plannedWithdrawal === undefined ? wallet : plannedWithdrawal.walletAddress;
  return {
    order: { type: 'deposit', amount, walletAddress },
    ledger: strategyLedger,
    opensLedger: strategyState.ledger === undefined,
    poolVersion,
  };
}

/**
 * Settles a withdrawal, a deposit, or both (a move) in the sandbox ledger. For a move, one database
 * transaction records both entries or neither.
 *
 * @throws ApiError settlement_unavailable, investment_not_found, insufficient_balance, strategy_not_found,
 * strategy_not_accepting_deposits, below_minimum_deposit, deposit_cap_exceeded, move_unavailable,
 * invalid_request, and the errors of `recordInLedger`
 */
export async function settleInLedger(
  dependencies: TransactionDependencies,
  transactionRequest: TransactionRequest,
  {
    state: initialState,
    strategies,
    idempotency,
  }: {
    readonly state: StateBeforeTransaction;
    readonly strategies: readonly StrategyRequest[];
    readonly idempotency: Idempotency;
  },
): Promise<Reply> {
  const { ownerId, now, maxSubAccounts, from, to } = transactionRequest;
  if (to !== undefined && initialState.strategies.at(-1)?.vault !== undefined)
    throw moveUnavailableError('settlement');
  if (to !== undefined && !dependencies.sandbox) throw new ApiError('settlement_unavailable');
  const decideEntries = async (state: StateBeforeTransaction): Promise<PlannedEntry[]> => {
    const [firstStrategy, secondStrategy] = state.strategies;
    const [sourceStrategy, targetStrategy] =
      from === undefined ? [undefined, firstStrategy] : [firstStrategy, secondStrategy];
    const plannedWithdrawal =
      sourceStrategy && planSandboxWithdrawal(sourceStrategy, transactionRequest, state.head);
    return [
      ...(plannedWithdrawal === undefined
        ? []
        : [
            {
              order: { type: 'withdrawal', amount: plannedWithdrawal.amount },
              ledger: plannedWithdrawal.ledger,
              opensLedger: false,
            } as const,
          ]),
      ...(targetStrategy === undefined
        ? []
        : [
            await planSandboxDeposit(
              dependencies,
              targetStrategy,
              transactionRequest,
              state,
              plannedWithdrawal,
            ),
          ]),
    ];
  };
  return recordInLedger(dependencies, {
    ownerId,
    strategies,
    now,
    initialState,
    idempotency,
    maxSubAccounts,
    decide: decideEntries,
  });
}
