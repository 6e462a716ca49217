/** Allocations are whole units of the amount: hundredths of a percent. */
export const UNITS = 10_000;

/** A candidate for a part of the amount, best first in a list of them. Its cap and floor are in units. */
export interface Contender {
  /** What a unit with it is worth before `fixed`, for comparing whole allocations. */
  readonly worth: number;
  /** What a position takes from that whatever its size, as gas does. */
  readonly fixed: number;
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
  const field = fieldOf(contenders, caps);
  let worth = fill(field);
  let best = [...field.units];
  for (let round = 0; round < ROUNDS; round += 1) {
    let better: { readonly change: SmallerCap; readonly worth: number } | undefined;
    for (const change of smallerCaps(best)) {
      const made = fill(field, change);
      if (made > (better?.worth ?? worth) * NOTICEABLE) better = { change, worth: made };
    }
    if (better === undefined) break;
    field.caps[better.change.index] = better.change.cap;
    worth = fill(field);
    best = [...field.units];
  }
  return best;
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

/** What every division among the contenders reads and writes, in columns, as some hundreds are made. */
interface Field {
  readonly worths: Float64Array;
  readonly fixed: Float64Array;
  readonly caps: Float64Array;
  readonly floors: Float64Array;
  readonly protocols: Groups;
  readonly chains: Groups;
  /** What each contender holds. */
  readonly units: Float64Array;
}

/** The groups of contenders that share a cap. */
interface Groups {
  readonly cap: number;
  /** The number of each contender's group. */
  readonly numbers: Uint32Array;
  /** The units that each group holds. */
  readonly held: Float64Array;
}

function fieldOf(contenders: readonly Contender[], caps: GroupCaps): Field {
  return {
    worths: new Float64Array(contenders.map(({ worth }) => worth)),
    fixed: new Float64Array(contenders.map(({ fixed }) => fixed)),
    caps: new Float64Array(contenders.map(({ cap }) => cap)),
    floors: new Float64Array(contenders.map(({ floor }) => floor)),
    protocols: groupsOf(contenders, 'protocol', caps),
    chains: groupsOf(contenders, 'chain', caps),
    units: new Float64Array(contenders.length),
  };
}

function groupsOf(contenders: readonly Contender[], group: keyof GroupCaps, caps: GroupCaps): Groups {
  const known = new Map<string, number>();
  const numbers = contenders.map(({ [group]: name }) => {
    const number = known.get(name) ?? known.size;
    known.set(name, number);
    return number;
  });
  return { cap: caps[group], numbers: new Uint32Array(numbers), held: new Float64Array(known.size) };
}

/** Divides the units among all in order, one of them with a smaller cap: what they are worth together. */
function fill({ worths, fixed, caps, floors, protocols, chains, units }: Field, change?: SmallerCap): number {
  const { numbers: protocolOf, held: inProtocol, cap: protocolCap } = protocols;
  const { numbers: chainOf, held: inChain, cap: chainCap } = chains;
  const changed = change?.index ?? -1;
  inProtocol.fill(0);
  inChain.fill(0);
  units.fill(0);
  let left = UNITS;
  let worth = 0;
  // After the amount has found its place, nobody is looked at.
  for (let index = 0; index < units.length && left > 0; index += 1) {
    const protocol = protocolOf[index] ?? 0;
    const chain = chainOf[index] ?? 0;
    const cap = change !== undefined && index === changed ? change.cap : (caps[index] ?? 0);
    const inBoth = Math.min(protocolCap - (inProtocol[protocol] ?? 0), chainCap - (inChain[chain] ?? 0));
    const room = Math.min(cap, left, inBoth);
    if (room <= 0 || room < (floors[index] ?? 0)) continue;
    units[index] = room;
    inProtocol[protocol] = (inProtocol[protocol] ?? 0) + room;
    inChain[chain] = (inChain[chain] ?? 0) + room;
    left -= room;
    worth += room * (worths[index] ?? 0) - (fixed[index] ?? 0);
  }
  return worth;
}

/** Smaller caps to be tried, each by itself, for the first of those that hold something. */
function smallerCaps(units: readonly number[]): SmallerCap[] {
  const holders = units.flatMap((held, index) => (held > 0 ? [index] : [])).slice(0, POSITIONS_TRIED);
  return holders.flatMap((index) =>
    PARTS.map((part) => ({ index, cap: Math.floor((units[index] ?? 0) * part) })),
  );
}
