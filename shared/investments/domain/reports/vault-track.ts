import type { ChainEntry } from '../onchain/entry.ts';
import type { TrackEntry } from './track.ts';

/** What an event of a vault did to a wallet, once it was confirmed and not reversed. */
type Confirmed = Pick<ChainEntry, 'kind' | 'amounts' | 'effectiveAtMs' | 'priceUsd'>;

/** Entries whose events stand, in the order in which they happened. */
export function standing(entries: readonly ChainEntry[]): Confirmed[] {
  const events = new Map<string, ChainEntry>();
  for (const entry of entries) {
    if (entry.effect === 'post' || entry.effect === 'rebase') events.set(entry.logKey, entry);
    if (entry.effect === 'reverse') events.delete(entry.logKey);
  }
  return [...events.values()].sort((a, b) => a.effectiveAtMs - b.effectiveAtMs || a.sequence - b.sequence);
}

/**
 * A wallet's steps in a vault, each with the shares that it held after it, at average cost: shares that leave take their
 * part of the cost along, shares that were sent to the wallet come without any. A rebase changes what is held and leaves
 * the cost.
 */
export function vaultTrackEntries(entries: readonly ChainEntry[]): TrackEntry<bigint>[] {
  let [shares, cost] = [0n, 0n];
  return standing(entries).map(({ kind, amounts, effectiveAtMs: atMs, priceUsd }) => {
    const leaves = kind !== 'rebase' && amounts.shares < 0n && shares > 0n;
    const left = -amounts.shares < shares ? -amounts.shares : shares;
    // Rounded up: what stays is worth its cost, rounded down, and no loss of a unit.
    const leaving = leaves ? (cost * left + shares - 1n) / shares : 0n;
    const change = amounts.assets > 0n ? amounts.assets : -leaving;
    shares += amounts.shares;
    cost += change;
    const realized = amounts.assets < 0n ? -amounts.assets - leaving : 0n;
    return { atMs, amount: amounts.assets, cost: change, realized, priceUsd, holding: shares };
  });
}
