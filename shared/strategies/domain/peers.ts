import { median } from '../../platform/domain/numbers.ts';
import { familyOf } from './families.ts';

/** The properties that decide the peer groups of a strategy, and its APY (percent) and TVL (USD). */
export interface Peer {
  readonly apy: number;
  readonly tvlUsd: number;
  readonly asset: string;
  readonly underlyingAssets: readonly string[];
  readonly exposure: 'single' | 'multi';
  readonly stablecoin: boolean | null;
}

/** Minimum TVL in USD of the members of a peer group, because smaller strategies have unreliable figures. */
const MIN_PEER_TVL_USD = 1_000_000;
/** Minimum number of members of a peer group. If a group has fewer, the wider group is used. */
const MIN_PEERS = 5;

/**
 * Returns the keys of a strategy's two peer groups, the narrower group first. Example for a WETH vault: `single ETH`,
 * `single not stable`.
 */
function peerGroupsOf({ exposure, stablecoin, asset, underlyingAssets }: Peer): readonly string[] {
  const assetOrFamily = familyOf(underlyingAssets) ?? (exposure === 'single' ? asset : 'several');
  return [`${exposure} ${assetOrFamily}`, `${exposure} ${stablecoin === true ? 'stable' : 'not stable'}`];
}

/**
 * Returns a function that returns the median APY of a strategy's peers, in percent. The function uses the narrowest
 * peer group with enough members. It returns null if no group has enough.
 */
export function createPeerApyLookup(peers: Iterable<Peer>): (peer: Peer) => number | null {
  const apysByGroup = new Map<string, number[]>();
  for (const peer of peers) {
    if (peer.tvlUsd < MIN_PEER_TVL_USD) continue;
    for (const group of peerGroupsOf(peer)) {
      const apys = apysByGroup.get(group) ?? [];
      apysByGroup.set(group, apys);
      apys.push(peer.apy);
    }
  }
  const medianApyByGroup = new Map(
    [...apysByGroup]
      .filter(([, apys]) => apys.length >= MIN_PEERS)
      .map(([group, apys]) => [group, median(apys)]),
  );
  return (peer) => {
    for (const group of peerGroupsOf(peer)) {
      const knownMedian = medianApyByGroup.get(group);
      if (knownMedian !== undefined) return knownMedian;
    }
    return null;
  };
}
