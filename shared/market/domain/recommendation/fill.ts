/** Something that can take a part of the whole, and the two groups whose caps it also counts against. */
export interface Vessel {
  /** How fast it fills relative to the others; above 0. */
  readonly weight: number;
  /** The most it can take. */
  readonly cap: number;
  readonly protocol: string;
  readonly chain: string;
}

export interface GroupCaps {
  readonly protocol: number;
  readonly chain: number;
}

/** How much each protocol and chain holds. */
export class Levels {
  readonly #held = new Map<string, number>();
  readonly #caps: GroupCaps;

  constructor(caps: GroupCaps) {
    this.#caps = caps;
  }

  add(vessel: Vessel, amount: number): void {
    for (const kind of ['protocol', 'chain'] as const) {
      const key = `${kind}:${vessel[kind]}`;
      this.#held.set(key, (this.#held.get(key) ?? 0) + amount);
    }
  }

  /** What a vessel's protocol or chain can still take. */
  room(vessel: Vessel, kind: 'protocol' | 'chain'): number {
    return this.#caps[kind] - (this.#held.get(`${kind}:${vessel[kind]}`) ?? 0);
  }
}

const TOLERANCE = 1e-9;

/**
 * Fills vessels like water: all rise together in proportion to their weights; one stops at its own cap or when its
 * protocol or chain is full, and the rest goes on, until `total` is poured or all have stopped. This is the weighted
 * max-min fair allocation (progressive filling, Bertsekas and Gallager, Data Networks, section 6.5.2).
 */
export function fill(vessels: readonly Vessel[], caps: GroupCaps, total: number): number[] {
  const poured = vessels.map(() => 0);
  const levels = new Levels(caps);
  let open = vessels.map((_, index) => index);
  let left = total;
  while (open.length > 0 && left > TOLERANCE) {
    const rise = nextStop(open, vessels, poured, levels, left);
    for (const index of open) {
      const vessel = vessels[index];
      if (vessel === undefined) continue;
      poured[index] = (poured[index] ?? 0) + vessel.weight * rise;
      levels.add(vessel, vessel.weight * rise);
      left -= vessel.weight * rise;
    }
    open = open.filter((index) => {
      const vessel = vessels[index];
      return vessel !== undefined && roomOf(vessel, poured[index] ?? 0, levels) > TOLERANCE;
    });
  }
  return poured;
}

/** What a vessel that holds `held` can still take under all three caps. */
export function roomOf(vessel: Vessel, held: number, levels: Levels): number {
  return Math.min(vessel.cap - held, levels.room(vessel, 'protocol'), levels.room(vessel, 'chain'));
}

/** How far the water can rise, per unit of weight, until the next cap is met. */
function nextStop(
  open: readonly number[],
  vessels: readonly Vessel[],
  poured: readonly number[],
  levels: Levels,
  left: number,
): number {
  const speed = new Map<string, number>();
  let all = 0;
  for (const index of open) {
    const vessel = vessels[index];
    if (vessel === undefined) continue;
    all += vessel.weight;
    speed.set(`p:${vessel.protocol}`, (speed.get(`p:${vessel.protocol}`) ?? 0) + vessel.weight);
    speed.set(`c:${vessel.chain}`, (speed.get(`c:${vessel.chain}`) ?? 0) + vessel.weight);
  }
  let rise = left / all;
  for (const index of open) {
    const vessel = vessels[index];
    if (vessel === undefined) continue;
    rise = Math.min(
      rise,
      (vessel.cap - (poured[index] ?? 0)) / vessel.weight,
      levels.room(vessel, 'protocol') / (speed.get(`p:${vessel.protocol}`) ?? 1),
      levels.room(vessel, 'chain') / (speed.get(`c:${vessel.chain}`) ?? 1),
    );
  }
  return Math.max(0, rise);
}
