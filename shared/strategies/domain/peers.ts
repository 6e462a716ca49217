import { median } from '../../platform/domain/numbers.ts';
import { familyOf } from './families.ts';

/** What decides whose peer a strategy is, and what it says of its group. APY in percent, TVL in USD. */
export interface Peer {
  readonly apy: number;
  readonly tvlUsd: number;
  readonly asset: string;
  readonly underlyingAssets: readonly string[];
  readonly exposure: 'single' | 'multi';
  readonly stablecoin: boolean | null;
}

/**
 * A strategy says what its group pays from this TVL on: below it, figures are as good as made up. Chosen, not fitted:
 * where the risk stops being at least medium for the TVL.
 */
const MIN_TVL_USD = 1_000_000;
/** A group of fewer says nothing; the wider one stands for it. Chosen, not fitted: the median of four is one pair's. */
const MIN_MEMBERS = 5;

/** From the narrowest group to the widest: the same family (or asset), then whatever is as stable. */
function groupsOf({ exposure, stablecoin, asset, underlyingAssets }: Peer): readonly string[] {
  const family = familyOf(underlyingAssets) ?? (exposure === 'single' ? asset : 'several');
  return [`${exposure} ${family}`, `${exposure} ${stablecoin === true ? 'stable' : 'not stable'}`];
}

/**
 * What the peers of each strategy pay: the median APY, in percent, of the smallest group it is in that has enough
 * members. The answer is null for a strategy whose groups are all too small.
 */
export function peerApys(peers: Iterable<Peer>): (peer: Peer) => number | null {
  const groups = new Map<string, number[]>();
  for (const peer of peers) {
    if (peer.tvlUsd < MIN_TVL_USD) continue;
    for (const group of groupsOf(peer)) {
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
    for (const group of groupsOf(peer)) {
      const found = medians.get(group);
      if (found !== undefined) return found;
    }
    return null;
  };
}
