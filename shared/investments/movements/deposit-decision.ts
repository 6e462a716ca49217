import { ApiError, invalidRequest } from '../../platform/contract/errors.ts';
import { fromBaseUnits } from '../../platform/domain/units.ts';
import { depositAssetOf } from '../../strategies/domain/deposit-asset.ts';
import type { StrategyTerms } from '../../strategies/records.ts';
import { requireDepositsOpen } from '../deposit-gate.ts';
import { depositPrice, minimumOf, requireMinimum } from '../deposit-minimum.ts';
import { indexAt, openIndex } from '../domain/growth-index.ts';
import { valueOfShares } from '../domain/holdings.ts';
import { minimumBaseUnits } from '../domain/minimum.ts';
import type { MovementState, PlaceState } from '../store/movement-state.ts';
import type { StrategyLedger } from '../store/strategy-ledger.ts';
import { readRoomTurn } from '../store/strategy-pool.ts';
import type { DepositPorts, Instruction } from './movement-request.ts';
import { isSmall } from './recent-pools.ts';

/** The ledger of a strategy without deposits. It stays in the asset of its first deposit. */
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

/**
 * Rejects an amount that exceeds what the strategy itself holds by its source, because such an investment could not be
 * real. Small deposits within a few seconds do not see each other. Every other deposit takes the turn in which it was
 * checked.
 *
 * @returns the turn; undefined for a small deposit
 */
async function requireRoom(
  ports: DepositPorts,
  strategy: StrategyTerms,
  ledger: StrategyLedger,
  { amount, nowMs }: { readonly amount: bigint; readonly nowMs: number },
): Promise<number | undefined> {
  const { asset, decimals, segments } = ledger;
  const priceUsd = await depositPrice(ports.priceUsd, strategy, asset);
  if (priceUsd === undefined) return undefined;
  const cap = minimumBaseUnits(strategy.tvl, priceUsd, decimals);
  const index = indexAt(segments, nowMs);
  const roomBeside = (shares: bigint) => cap - valueOfShares(shares, index);
  if (ports.pools.admit(strategy.id, { amount, nowMs: ports.clock(), roomBeside })) return undefined;
  const { shares, turn } = await readRoomTurn(ports.table, strategy.id);
  ports.pools.remember(strategy.id, { shares, amount, nowMs: ports.clock() });
  const room = roomBeside(shares);
  if (amount <= room) return isSmall(amount, room) ? undefined : turn;
  const available = fromBaseUnits(room > 0n ? room : 0n, decimals);
  throw new ApiError('deposit_cap_exceeded', {
    message: `Deposit cap exceeded: at most ${available} ${asset} can be deposited now. All deposits together must not exceed the strategy's TVL of ${strategy.tvl} USD.`,
    details: { available, asset, tvl_usd: strategy.tvl },
  });
}

/** @throws ApiError invalid_request when the caller means another asset than the one that is counted in */
export function requireAsset(meant: string | undefined, asset: string): void {
  if (meant === undefined || meant.toUpperCase() === asset) return;
  throw invalidRequest([
    { path: 'body.asset', message: `is not the asset of this strategy; use ${asset} or leave asset out` },
  ]);
}

/** A requested deposit: the wallet, if one signs, and the amount, which may be rejected once the asset is known. */
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
    requireMinimum(await minimumOf(ports.priceUsd, strategy, ledger), amount);
    const turn = await requireRoom(ports, strategy, ledger, { amount, nowMs: now.getTime() });
    const order = { type: 'deposit', amount, walletAddress } as const;
    return { order, ledger, opensLedger: held === undefined, turn };
  };
}
