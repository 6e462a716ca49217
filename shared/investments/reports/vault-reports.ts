import { toChecksummedAddress } from '../../platform/domain/ethereum.ts';
import { forEachParallel } from '../../platform/dynamodb/batch.ts';
import type { Table } from '../../platform/dynamodb/client.ts';
import { pricedSharesInBaseUnits, type VaultObservation } from '../../strategies/domain/vault-figures.ts';
import { readVaultFigures } from '../../strategies/records.ts';
import { vaultPositionIdOf } from '../domain/ids/investment-id.ts';
import type { ChainBalance } from '../domain/onchain/chain-balance.ts';
import { replayVaultState, type VaultPositionState } from '../domain/reports/vault-replay.ts';
import { readBalance, readChainEntries } from '../store/onchain/chain-journal.ts';
import { readReplayRange, readStateBefore } from '../store/onchain/past-states.ts';
import type { VaultHolding } from '../store/onchain/vault-holdings.ts';
import { HOLDINGS_CONCURRENCY, readProvenHoldings } from '../vaults/proven-holdings.ts';
import type { PositionReport, ReportRequest } from './report.ts';

/** The state and the value of a wallet's shares in a vault at one moment. */
type ValuedState = VaultPositionState & {
  /**
   * Value of the shares that were received without a payment, minus the value of the shares that were sent, in base
   * units of the asset.
   */
  readonly transferred: bigint;
  /**
   * Value in base units of the asset, rounded down; undefined if no share price was observed before the moment of the
   * report.
   */
  readonly value: bigint | undefined;
  /** Time (epoch milliseconds) and number of the block whose share price was used. */
  readonly pricedAtMs: number | undefined;
  readonly pricedBlock: number | undefined;
};

/**
 * A wallet's shares in a vault at the requested moments. A state is undefined at a moment before the first
 * confirmed event.
 */
export interface VaultReport extends PositionReport {
  readonly vaultHolding: VaultHolding;
  /** The current balance. It does not depend on the requested moments. */
  readonly balance: ChainBalance;
  readonly states: readonly (ValuedState | undefined)[];
}

/** Adds the value of the shares to `state`, at the last share price that was observed before `momentMs`. */
function addShareValue(
  state: VaultPositionState,
  momentMs: number,
  { prices, vaultHolding }: { prices: readonly VaultObservation[]; vaultHolding: VaultHolding },
): ValuedState {
  const { shares, transferred } = state.holding;
  const latestPrice = prices.findLast(({ atMs }) => atMs < momentMs);
  // Stored USD amounts are multiplied by 10^decimals. This factor converts them back to USD.
  const wholeUnitsPerBaseUnit = 10 ** -vaultHolding.decimals;
  return {
    ...{ ...state, transferred, pricedAtMs: latestPrice?.atMs, pricedBlock: latestPrice?.block },
    costUsd: state.costUsd === undefined ? undefined : state.costUsd * wholeUnitsPerBaseUnit,
    realizedUsd: state.realizedUsd === undefined ? undefined : state.realizedUsd * wholeUnitsPerBaseUnit,
    value:
      shares === 0n
        ? 0n
        : latestPrice === undefined
          ? undefined
          : (shares * latestPrice.price) / pricedSharesInBaseUnits(vaultHolding.share_decimals),
  };
}

/**
 * Returns the state of a position just before each of the given moments. If the stored state may be outdated, computes
 * it from the journal.
 */
async function readPastStates(
  table: Table,
  vaultHolding: VaultHolding,
  momentsMs: readonly number[],
): Promise<ReadonlyMap<number, VaultPositionState | undefined>> {
  const stateByMomentMs = new Map<number, VaultPositionState | undefined>();
  const replayRange = momentsMs.length === 0 ? undefined : await readReplayRange(table, vaultHolding);
  const isInReplayRange = (momentMs: number) =>
    replayRange !== undefined && momentMs > replayRange.from_ms && momentMs <= replayRange.to_ms;
  const entries = momentsMs.some(isInReplayRange) ? await readChainEntries(table, vaultHolding) : [];
  let lastState: Awaited<ReturnType<typeof readStateBefore>> | 'unread' = 'unread';
  for (const momentMs of momentsMs.toSorted((a, b) => b - a)) {
    if (isInReplayRange(momentMs)) {
      stateByMomentMs.set(momentMs, replayVaultState(entries, momentMs));
      lastState = 'unread';
      continue;
    }
    if (lastState === 'unread' || (lastState !== undefined && lastState.atMs >= momentMs)) {
      lastState = await readStateBefore(table, vaultHolding, momentMs);
    }
    stateByMomentMs.set(momentMs, lastState?.state);
  }
  return stateByMomentMs;
}

/**
 * Returns a wallet's shares in a vault at the given moments.
 *
 * @param momentsMs epoch milliseconds in ascending order; the state at a moment contains only earlier events
 */
export async function readVaultReport(
  table: Table,
  vaultHolding: VaultHolding,
  momentsMs: readonly number[],
): Promise<VaultReport> {
  const [balance, prices] = await Promise.all([
    readBalance(table, vaultHolding),
    readVaultFigures(table, vaultHolding.strategy_id),
  ]);
  const { state } = balance;
  const isBeforeLastState = (momentMs: number) => state !== undefined && momentMs <= state.lastAtMs;
  const pastStates = await readPastStates(table, vaultHolding, momentsMs.filter(isBeforeLastState));
  return {
    vaultHolding,
    balance,
    subject: {
      settlement: 'onchain',
      userId: vaultHolding.user_id,
      investmentId: vaultPositionIdOf(vaultHolding),
      strategyId: vaultHolding.strategy_id,
      chain: vaultHolding.chain,
      asset: vaultHolding.asset,
      decimals: vaultHolding.decimals,
      wallet: toChecksummedAddress(vaultHolding.wallet),
    },
    states: momentsMs.map((momentMs) => {
      const stateAtMoment = isBeforeLastState(momentMs) ? pastStates.get(momentMs) : state;
      return stateAtMoment && addShareValue(stateAtMoment, momentMs, { prices, vaultHolding });
    }),
  };
}

/**
 * Returns the vault holdings of an account at the given moments. Includes only wallets that the account has proved to
 * control, so that it cannot see the holdings of other wallets.
 */
export async function readVaultReports(
  table: Table,
  {
    account,
    userId,
    strategyId,
    moments,
  }: Pick<ReportRequest, 'account' | 'userId' | 'moments'> & { readonly strategyId?: string | undefined },
): Promise<VaultReport[]> {
  const reports: VaultReport[] = [];
  const vaultHoldings = await readProvenHoldings(table, account, { userId, strategyId });
  await forEachParallel(vaultHoldings, HOLDINGS_CONCURRENCY, async (vaultHolding) => {
    reports.push(await readVaultReport(table, vaultHolding, moments));
  });
  return reports;
}
