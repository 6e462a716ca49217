import { magnitude } from '../../../platform/domain/units.ts';
import type { ChainEntry } from '../onchain/entry.ts';
import { stepped, type TrackEntry, type TrackState } from './track.ts';

/** What is known of a position in a vault beside its payments and costs. */
interface VaultPart {
  readonly shares: bigint;
  /** Base units that shares without a payment were worth as they came, less what such shares were worth as they left. */
  readonly transferred: bigint;
  readonly openedAtMs: number;
}

/**
 * How a wallet's shares in a vault stood at a moment, at average cost. USD are counted per base unit of the asset, so that
 * its decimals need not be known.
 */
export type VaultState = TrackState<VaultPart>;

/** What an event of a vault did to a wallet, once it was confirmed and not reversed. */
type Confirmed = Pick<
  ChainEntry,
  'kind' | 'amounts' | 'worth' | 'carried' | 'effectiveAtMs' | 'priceUsd' | 'logKey'
>;

const COUNTED: readonly ChainEntry['effect'][] = ['post', 'rebase', 'opening'];

/** Entries whose events stand, in the order in which they happened. */
export function standing(entries: readonly ChainEntry[]): ChainEntry[] {
  const events = new Map<string, ChainEntry>();
  for (const entry of entries) {
    if (COUNTED.includes(entry.effect)) events.set(entry.logKey, entry);
    if (entry.effect === 'reverse') events.delete(entry.logKey);
  }
  return [...events.values()].sort((a, b) => a.effectiveAtMs - b.effectiveAtMs || a.sequence - b.sequence);
}

/** What shares that leave take along of the cost: their part, rounded up, so that what stays shows no loss of a unit. */
function leavingCost(before: VaultState | undefined, leaving: bigint): bigint {
  const { shares } = before?.holding ?? { shares: 0n };
  if (before === undefined || shares <= 0n) return 0n;
  const left = leaving < shares ? leaving : shares;
  return (before.cost * left + shares - 1n) / shares;
}

/** What comes in brings what was paid for it, or the cost that it had before, or what it was worth at its block. */
function enteringCost({ kind, amounts, worth, carried }: Confirmed): bigint {
  return kind === 'deposit' ? amounts.assets : (carried?.cost ?? worth);
}

/** A confirmed entry as a step of its position. */
function stepOf(before: VaultState | undefined, entry: Confirmed): TrackEntry<VaultPart> {
  const { kind, amounts, worth, effectiveAtMs: atMs, priceUsd, carried } = entry;
  const { shares, transferred, openedAtMs } = before?.holding ?? {
    ...{ shares: 0n, transferred: 0n, openedAtMs: atMs },
  };
  const leaves = kind !== 'rebase' && amounts.shares < 0n;
  const leaving = leaves ? leavingCost(before, magnitude(amounts.shares)) : 0n;
  const cost = leaves ? -leaving : kind === 'rebase' ? 0n : enteringCost(entry);
  return {
    atMs,
    amount: amounts.assets,
    cost,
    costUsd: carried?.costUsd,
    realized: amounts.assets < 0n ? -amounts.assets - leaving : 0n,
    priceUsd,
    holding: { shares: shares + amounts.shares, transferred: transferred + worth, openedAtMs },
  };
}

/** Skips an opening balance of zero. */
const counts = ({ kind, amounts }: Confirmed) => kind !== 'opening' || amounts.shares !== 0n;

/** The state after one more confirmed entry, which happened no earlier than all before it. */
export function vaultStateAfter(before: VaultState | undefined, entry: Confirmed): VaultState | undefined {
  return counts(entry) ? stepped(before, stepOf(before, entry), 0) : before;
}

/**
 * The state after a position's whole journal: shares that leave take their part of the cost along; shares that come
 * without a payment cost what they were worth at their block, or what they had cost another wallet of the account. A rebase
 * changes what is held and leaves the cost.
 *
 * @param untilMs exclusive: only what happened before
 */
export function vaultStateOf(
  entries: readonly ChainEntry[],
  untilMs = Number.POSITIVE_INFINITY,
): VaultState | undefined {
  let state: VaultState | undefined;
  for (const entry of standing(entries)) {
    if (entry.effectiveAtMs < untilMs) state = vaultStateAfter(state, entry);
  }
  return state;
}

/**
 * How a position stood after each moment in which something was confirmed, by the moment, in their order.
 *
 * @param fromMs only moments from this one on
 */
export function vaultStatesBy(
  entries: readonly ChainEntry[],
  fromMs = Number.NEGATIVE_INFINITY,
): ReadonlyMap<number, VaultState> {
  const states = new Map<number, VaultState>();
  let state: VaultState | undefined;
  for (const entry of standing(entries)) {
    state = vaultStateAfter(state, entry);
    if (state !== undefined && entry.effectiveAtMs >= fromMs) states.set(entry.effectiveAtMs, state);
  }
  return states;
}

/**
 * What the shares of one confirmed event took along of the cost, for the wallet that they went to; undefined where the
 * journal does not count it.
 */
export function costTaken(
  entries: readonly ChainEntry[],
  logKey: string,
): { readonly cost: bigint; readonly costUsd: number | undefined } | undefined {
  let state: VaultState | undefined;
  for (const entry of standing(entries)) {
    const after = vaultStateAfter(state, entry);
    if (entry.logKey === logKey) {
      const cost = (state?.cost ?? 0n) - (after?.cost ?? 0n);
      const [was, is] = [state?.costUsd, after?.costUsd];
      return { cost, costUsd: was === undefined || is === undefined ? undefined : was - is };
    }
    state = after;
  }
  return undefined;
}
