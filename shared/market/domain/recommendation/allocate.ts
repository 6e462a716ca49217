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
  let tried = contenders.map(({ cap }) => cap);
  let best = inOrder(contenders, tried, caps);
  let worth = worthOf(best, contenders);
  for (let round = 0; round < ROUNDS; round += 1) {
    let better: { readonly change: SmallerCap; readonly units: number[]; readonly worth: number } | undefined;
    for (const change of smallerCaps(best)) {
      const units = inOrder(contenders, tried, caps, change);
      const made = worthOf(units, contenders);
      if (made > (better?.worth ?? worth) * NOTICEABLE) better = { change, units, worth: made };
    }
    if (better === undefined) break;
    ({ units: best, worth } = better);
    tried = tried.with(better.change.index, better.change.cap);
  }
  return contenders.map((_, index) => best[index] ?? 0);
}

/** How often a division is tried again, for how many of its positions, and with what part of their units. */
const ROUNDS = 8;
const POSITIONS_TRIED = 10;
const PARTS = [0, 0.5, 0.75] as const;
/** A division has to be worth this much more than another to take its place. */
const NOTICEABLE = 1.0001;

/** A cap for one contender, by its place in their list. */
interface SmallerCap {
  readonly index: number;
  readonly cap: number;
}

/** The units of each contender up to the last that holds some: after the amount has found its place, nobody is looked at. */
function inOrder(
  contenders: readonly Contender[],
  capOf: readonly number[],
  caps: GroupCaps,
  change?: SmallerCap,
): number[] {
  const protocols = new Map<string, number>();
  const chains = new Map<string, number>();
  const held: number[] = [];
  let left = UNITS;
  for (const { floor, protocol, chain } of contenders) {
    if (left === 0) break;
    const inProtocol = protocols.get(protocol) ?? 0;
    const inChain = chains.get(chain) ?? 0;
    const cap = change?.index === held.length ? change.cap : (capOf[held.length] ?? 0);
    const room = Math.min(cap, left, caps.protocol - inProtocol, caps.chain - inChain);
    const units = room <= 0 || room < floor ? 0 : room;
    held.push(units);
    if (units === 0) continue;
    protocols.set(protocol, inProtocol + units);
    chains.set(chain, inChain + units);
    left -= units;
  }
  return held;
}

/** Smaller caps to be tried, each by itself, for the first of those that hold something. */
function smallerCaps(units: readonly number[]): SmallerCap[] {
  const holders = units.flatMap((held, index) => (held > 0 ? [index] : [])).slice(0, POSITIONS_TRIED);
  return holders.flatMap((index) =>
    PARTS.map((part) => ({ index, cap: Math.floor((units[index] ?? 0) * part) })),
  );
}

function worthOf(units: readonly number[], contenders: readonly Contender[]): number {
  return units.reduce((sum, held, index) => sum + held * (contenders[index]?.worth ?? 0), 0);
}
