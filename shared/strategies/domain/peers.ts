import { median } from '../../platform/domain/numbers.ts';
import { familyOf } from './families.ts';

/** The figures of a strategy that form peer groups. APY in percent, TVL in USD. */
export interface Peer {
  readonly apy: number;
  readonly tvlUsd: number;
  readonly asset: string;
  readonly underlyingAssets: readonly string[];
  readonly exposure: 'single' | 'multi';
  readonly stablecoin: boolean | null;
}

/**
 * Only strategies with at least this TVL count in a peer group, because smaller ones have
 * unreliable figures. Chosen, not fitted: below it, the risk level is at least medium.
 */
const MIN_TVL_USD = 1_000_000;
/**
 * Minimum number of members for a median. A smaller group is replaced by the wider one. Chosen, not
 * fitted: the median of four depends on two.
 */
const MIN_MEMBERS = 5;

/**
 * Returns the keys of the peer groups of a strategy: first its family or asset, then all that are
 * (or are not) stablecoins.
 */
function peerGroupsOf({ exposure, stablecoin, asset, underlyingAssets }: Peer): readonly string[] {
  const family = familyOf(underlyingAssets) ?? (exposure === 'single' ? asset : 'several');
  return [`${exposure} ${family}`, `${exposure} ${stablecoin === true ? 'stable' : 'not stable'}`];
}

/**
 * Returns a function that gives the median APY of a strategy's peers, in percent. It uses the
 * narrowest group with enough members, or returns null if no group has enough.
 */
export function peerApys(peers: Iterable<Peer>): (peer: Peer) => number | null {
  const groups = new Map<string, number[]>();
  for (const peer of peers) {
    if (peer.tvlUsd < MIN_TVL_USD) continue;
    for (const group of peerGroupsOf(peer)) {
      const apys = groups.get(group) ?? [];
      groups.set(group, apys);
      apys.push(peer.apy);
    }
  }
  const medians = new Map(
    [...groups]
      .filter(([, apys]) => apys.length >= MIN_MEMBERS)
      .map(([group, apys]) => [group, median(apys)]),
  );
  return (peer) => {
    for (const group of peerGroupsOf(peer)) {
      const knownMedian = medians.get(group);
      if (knownMedian !== undefined) return knownMedian;
    }
    return null;
  };
}
