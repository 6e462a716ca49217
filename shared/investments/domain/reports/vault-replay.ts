import { absoluteValue } from '../../../platform/domain/units.ts';
import type { ChainEntry } from '../onchain/entry.ts';
import { type ReportState, type ReportTransaction, stateAfterEntry } from './position-replay.ts';

/** The part of a position's state that only vaults have. */
interface VaultSpecificState {
  readonly shares: bigint;
  /**
   * Value of the shares received by transfer, less the value of the shares sent, in base units. Each transfer counts at
   * the share price of its block.
   */
  readonly transferred: bigint;
  readonly openedAtMs: number;
}

/**
 * A wallet's shares in a vault at one moment, with average cost. USD amounts are multiplied by 10^decimals of the
 * asset.
 */
export type VaultPositionState = ReportState<VaultSpecificState>;

type ConfirmedEntry = Pick<
  ChainEntry,
  'kind' | 'amounts' | 'worth' | 'carried' | 'effectiveAtMs' | 'priceUsd' | 'logKey'
>;

const CONFIRMING_EFFECTS: readonly ChainEntry['effect'][] = ['post', 'rebase', 'opening'];

/** Returns the entries of events that are confirmed and not reversed, sorted by time. */
export function selectConfirmedEntries(entries: readonly ChainEntry[]): ChainEntry[] {
  const entryByLogKey = new Map<string, ChainEntry>();
  for (const entry of entries) {
    if (CONFIRMING_EFFECTS.includes(entry.effect)) entryByLogKey.set(entry.logKey, entry);
    if (entry.effect === 'reverse') entryByLogKey.delete(entry.logKey);
  }
  return [...entryByLogKey.values()].sort(
    (a, b) => a.effectiveAtMs - b.effectiveAtMs || a.sequence - b.sequence,
  );
}

/**
 * Returns the part of the position's cost that belongs to the leaving shares. It is rounded up, so that the remaining
 * shares show no loss.
 */
function costOfOutgoingShares(stateBefore: VaultPositionState | undefined, sharesToRemove: bigint): bigint {
  const { shares } = stateBefore?.holding ?? { shares: 0n };
  if (stateBefore === undefined || shares <= 0n) return 0n;
  const removedShares = sharesToRemove < shares ? sharesToRemove : shares;
  return (stateBefore.cost * removedShares + shares - 1n) / shares;
}

/**
 * Returns the cost of received shares in base units. Deposited shares cost the paid amount. Shares from another wallet
 * keep their cost. If it is unknown, it is their value at the share price in the event's block.
 */
function costOfIncomingShares({ kind, amounts, worth, carried }: ConfirmedEntry): bigint {
  return kind === 'deposit' ? amounts.assets : (carried?.cost ?? worth);
}

/** Converts a confirmed entry to the form that reports use. */
function toReportTransaction(
  stateBefore: VaultPositionState | undefined,
  entry: ConfirmedEntry,
): ReportTransaction<VaultSpecificState> {
  const { kind, amounts, worth, effectiveAtMs: atMs, priceUsd, carried } = entry;
  const { shares, transferred, openedAtMs } = stateBefore?.holding ?? {
    ...{ shares: 0n, transferred: 0n, openedAtMs: atMs },
  };
  const isOutflow = kind !== 'rebase' && amounts.shares < 0n;
  const outflowCost = isOutflow ? costOfOutgoingShares(stateBefore, absoluteValue(amounts.shares)) : 0n;
  const cost = isOutflow ? -outflowCost : kind === 'rebase' ? 0n : costOfIncomingShares(entry);
  return {
    atMs,
    amount: amounts.assets,
    cost,
    costUsd: carried?.costUsd,
    realized: amounts.assets < 0n ? -amounts.assets - outflowCost : 0n,
    priceUsd,
    holding: { shares: shares + amounts.shares, transferred: transferred + worth, openedAtMs },
  };
}

const entryChangesState = ({ kind, amounts }: ConfirmedEntry) => kind !== 'opening' || amounts.shares !== 0n;

/** Returns the state after one more confirmed entry, which must not be older than the earlier entries. */
export function vaultStateAfter(
  stateBefore: VaultPositionState | undefined,
  entry: ConfirmedEntry,
): VaultPositionState | undefined {
  return entryChangesState(entry)
    ? stateAfterEntry(stateBefore, toReportTransaction(stateBefore, entry), 0)
    : stateBefore;
}

/**
 * Returns the state after all entries of a position's journal. Burned or sent shares reduce the cost in proportion.
 *
 * @param untilMs exclusive upper limit of the entries' time
 */
export function replayVaultState(
  entries: readonly ChainEntry[],
  untilMs = Number.POSITIVE_INFINITY,
): VaultPositionState | undefined {
  let state: VaultPositionState | undefined;
  for (const entry of selectConfirmedEntries(entries)) {
    if (entry.effectiveAtMs < untilMs) state = vaultStateAfter(state, entry);
  }
  return state;
}

/**
 * Returns the state after the confirmed events of each block, by the block's time (epoch milliseconds, ascending).
 *
 * @param fromMs the earliest time that is returned
 */
export function replayVaultStatesByTime(
  entries: readonly ChainEntry[],
  fromMs = Number.NEGATIVE_INFINITY,
): ReadonlyMap<number, VaultPositionState> {
  const stateByTimeMs = new Map<number, VaultPositionState>();
  let state: VaultPositionState | undefined;
  for (const entry of selectConfirmedEntries(entries)) {
    state = vaultStateAfter(state, entry);
    if (state !== undefined && entry.effectiveAtMs >= fromMs) stateByTimeMs.set(entry.effectiveAtMs, state);
  }
  return stateByTimeMs;
}

/**
 * Returns by how much one confirmed event reduced the position's cost. Undefined if the journal contains no such event.
 */
export function costOfEvent(
  entries: readonly ChainEntry[],
  logKey: string,
): { readonly cost: bigint; readonly costUsd: number | undefined } | undefined {
  let state: VaultPositionState | undefined;
  for (const entry of selectConfirmedEntries(entries)) {
    const stateAfter = vaultStateAfter(state, entry);
    if (entry.logKey === logKey) {
      const cost = (state?.cost ?? 0n) - (stateAfter?.cost ?? 0n);
      const [was, is] = [state?.costUsd, stateAfter?.costUsd];
      return { cost, costUsd: was === undefined || is === undefined ? undefined : was - is };
    }
    state = stateAfter;
  }
  return undefined;
}
