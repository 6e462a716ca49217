import { ApiError, invalidRequest } from '../../platform/contract/errors.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import { depositAssetOf } from '../../strategies/domain/deposit-asset.ts';
import type { StrategyTerms } from '../../strategies/records.ts';
import { requireDepositsOpen } from '../deposit-gate.ts';
import type { Denomination } from '../domain/booking.ts';
import { indexAt, openIndex } from '../domain/growth-index.ts';
import { valueOfShares } from '../domain/holdings.ts';
import { minimumBaseUnits } from '../domain/minimum.ts';
import type { MovementState, PlaceState } from '../store/movement-state.ts';
import type { StrategyLedger } from '../store/strategy-ledger.ts';
import { readPools } from '../store/strategy-pool.ts';
import type { DepositPorts, Instruction } from './movement-request.ts';

/** The books of a strategy that nobody has deposited into: they stay in the asset of the first deposit. */
function newLedger(strategy: StrategyTerms, nowMs: number): StrategyLedger {
  const { symbol: asset, decimals } = depositAssetOf(strategy);
  return {
    strategyId: strategy.id,
    strategyName: strategy.name,
    chain: strategy.chain,
    asset,
    decimals,
    segments: [openIndex(nowMs, strategy.current_apy)],
    observations: 1,
    acceptsDeposits: true,
  };
}

/** Refuses an amount worth less than the strategy's minimum in USD. Without a price the minimum is not asked for. */
async function requireMinimum(
  ports: DepositPorts,
  strategy: StrategyTerms,
  { asset, decimals }: Denomination,
  amount: bigint,
): Promise<void> {
  if (strategy.min_deposit <= 0) return;
  const priceUsd = await priceOf(ports, strategy, asset);
  if (priceUsd === undefined) return;
  const minimum = minimumBaseUnits(strategy.min_deposit, priceUsd, decimals);
  if (amount >= minimum) return;
  const text = fromBaseUnits(minimum, decimals);
  throw new ApiError('below_minimum_deposit', {
    message: `The minimum deposit is ${strategy.min_deposit} USD, at the moment ${text} ${asset}.`,
    details: { minimum: text, asset, min_deposit_usd: strategy.min_deposit },
  });
}

/**
 * Refuses an amount beyond what the strategy itself holds by its source: books of more than that could never have been
 * real. Deposits that are booked at the very same moment do not see each other, nor do small ones within some seconds.
 */
async function requireRoom(
  ports: DepositPorts,
  strategy: StrategyTerms,
  ledger: StrategyLedger,
  { amount, nowMs }: { readonly amount: bigint; readonly nowMs: number },
): Promise<void> {
  const { asset, decimals, segments } = ledger;
  const priceUsd = await priceOf(ports, strategy, asset);
  if (priceUsd === undefined) return;
  const cap = minimumBaseUnits(strategy.tvl, priceUsd, decimals);
  const index = indexAt(segments, nowMs);
  const roomBeside = (shares: bigint) => cap - valueOfShares(shares, index);
  if (ports.pools.admit(strategy.id, { amount, nowMs: ports.clock(), roomBeside })) return;
  const parts = await readPools(ports.table, strategy.id);
  const shares = [...parts.values()].reduce((sum, part) => sum + part.shares, 0n);
  ports.pools.remember(strategy.id, { shares, amount, nowMs: ports.clock() });
  const room = roomBeside(shares);
  if (amount <= room) return;
  const available = fromBaseUnits(room > 0n ? room : 0n, decimals);
  throw new ApiError('deposit_cap_exceeded', {
    message: `The strategy holds ${strategy.tvl} USD. At most ${available} ${asset} can be deposited.`,
    details: { available, asset, tvl_usd: strategy.tvl },
  });
}

/** Without a known price a stablecoin counts as one dollar; for any other asset there is none. */
async function priceOf(ports: DepositPorts, strategy: StrategyTerms, asset: string) {
  return (await ports.priceUsd(asset)) ?? (strategy.stablecoin ? 1 : undefined);
}

/** @throws ApiError invalid_request when the caller means another asset than the one that is counted in */
export function requireAsset(meant: string | undefined, asset: string): void {
  if (meant === undefined || meant.toUpperCase() === asset) return;
  throw invalidRequest([
    { path: 'body.asset', message: `is not what the strategy takes, which is ${asset}` },
  ]);
}

/** What is to be deposited: who signs for it, and how much, which may be refused once the asset is known. */
interface Wish {
  readonly walletAddress: string | undefined;
  readonly amountIn: (ledger: StrategyLedger) => bigint;
}

/**
 * What decides on a deposit, on the state as each attempt reads it.
 *
 * @throws ApiError settlement_unavailable; when it decides, strategy_not_found, strategy_not_accepting_deposits,
 * below_minimum_deposit, deposit_cap_exceeded
 */
export function depositDecision(ports: DepositPorts, now: Date) {
  if (!ports.sandbox) throw new ApiError('settlement_unavailable');
  let hasRoom = false;
  return async (
    place: PlaceState | undefined,
    switches: MovementState['switches'],
    { amountIn, walletAddress }: Wish,
  ): Promise<Instruction> => {
    const { strategy, ledger: held } = place ?? {};
    if (strategy === undefined) throw new ApiError('strategy_not_found');
    const ledger = held ?? newLedger(strategy, now.getTime());
    const amount = amountIn(ledger);
    if (strategy.status !== 'listed') throw new ApiError('strategy_not_accepting_deposits');
    requireDepositsOpen(switches);
    await requireMinimum(ports, strategy, ledger, amount);
    // A later attempt of the same request need not ask again.
    if (!hasRoom) await requireRoom(ports, strategy, ledger, { amount, nowMs: now.getTime() });
    hasRoom = true;
    return { order: { type: 'deposit', amount, walletAddress }, ledger, opensLedger: held === undefined };
  };
}
