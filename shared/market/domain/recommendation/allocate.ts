/** Allocations are whole units of the amount: hundredths of a percent. */
export const UNITS = 10_000;

/** A candidate for a part of the amount, best first in a list of them. Its cap and floor are in units. */
export interface Contender {
  /** What a unit with it is worth, for comparing whole allocations. */
  readonly worth: number;
  readonly cap: number;
  /** The smallest position worth having. */
  readonly floor: number;
  readonly protocol: string;
  readonly chain: string;
}

export interface GroupCaps {
  readonly protocol: number;
  readonly chain: number;
}

/**
 * Divides up to `UNITS` among the contenders, given best first; the answer holds each one's units.
 *
 * The best one gets as much as its cap allows, then the next, until nothing is left: a protocol or chain that is full
 * is passed over, and so is a place too small for a position. Taking the best first can fill a chain with it that
 * others needed more; so the division is tried again with a smaller cap for one of the positions, and kept when it is
 * worth more.
 */
export function allocate(contenders: readonly Contender[], caps: GroupCaps): number[] {
  let best = inOrder(contenders, caps);
  let tried = contenders;
  for (let round = 0; round < ROUNDS; round += 1) {
    const better = smallerCaps(tried, best)
      .map((pool) => ({ pool, units: inOrder(pool, caps) }))
      .reduce(
        (found: { pool: readonly Contender[]; units: number[] } | undefined, each) =>
          worthOf(each.units, contenders) > worthOf(found?.units ?? best, contenders) * NOTICEABLE
            ? each
            : found,
        undefined,
      );
    if (better === undefined) break;
    best = better.units;
    tried = better.pool;
  }
  return best;
}

/** How often a division is tried again, for how many of its positions, and with what part of their units. */
const ROUNDS = 8;
const POSITIONS_TRIED = 10;
const PARTS = [0, 0.5, 0.75] as const;
/** A division has to be worth this much more than another to take its place. */
const NOTICEABLE = 1.0001;

function inOrder(contenders: readonly Contender[], caps: GroupCaps): number[] {
  const protocols = new Map<string, number>();
  const chains = new Map<string, number>();
  let left = UNITS;
  return contenders.map(({ cap, floor, protocol, chain }) => {
    const protocolRoom = caps.protocol - (protocols.get(protocol) ?? 0);
    const chainRoom = caps.chain - (chains.get(chain) ?? 0);
    const units = Math.min(cap, left, protocolRoom, chainRoom);
    if (units <= 0 || units < floor) return 0;
    protocols.set(protocol, (protocols.get(protocol) ?? 0) + units);
    chains.set(chain, (chains.get(chain) ?? 0) + units);
    left -= units;
    return units;
  });
}

/** The contenders with a smaller cap for one of those that hold something, for each of the first of them. */
function smallerCaps(contenders: readonly Contender[], units: readonly number[]): (readonly Contender[])[] {
  const holders = units.flatMap((held, index) => (held > 0 ? [index] : [])).slice(0, POSITIONS_TRIED);
  return holders.flatMap((index) => {
    const contender = contenders[index];
    if (contender === undefined) return [];
    return PARTS.map((part) =>
      contenders.with(index, { ...contender, cap: Math.floor((units[index] ?? 0) * part) }),
    );
  });
}

function worthOf(units: readonly number[], contenders: readonly Contender[]): number {
  return units.reduce((sum, held, index) => sum + held * (contenders[index]?.worth ?? 0), 0);
}
