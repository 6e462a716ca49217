import { augment } from './augment.ts';
import { fill, type GroupCaps, Levels, roomOf, type Vessel } from './fill.ts';

/** Allocations are whole units of the amount: hundredths of a percent. */
export const UNITS = 10_000;

/** A candidate for a part of the amount, best first in a list of them. Its cap and floor are in units. */
export interface Contender extends Vessel {
  /** The smallest position worth having. */
  readonly floor: number;
}

/**
 * Divides up to `UNITS` among the contenders, given best first; the answer holds each one's units.
 *
 * The best `positions` contenders fill up together (see `fill`), passing over those whose protocol or chain the ones
 * before could fill by themselves; while that leaves something over, the next one with room joins. What then is still missing is moved around until no allocation under the caps could hold more
 * (see `augment`). A contender left with less than its floor drops out, the last of the list first, and all starts
 * again without it. The sum is `UNITS` unless the caps make that impossible.
 */
export function allocate(contenders: readonly Contender[], caps: GroupCaps, positions: number): number[] {
  let pool = contenders.map((contender, index) => ({ contender, index }));
  for (;;) {
    const units = solve(
      pool.map(({ contender }) => contender),
      caps,
      positions,
    );
    const drop = pool.findLastIndex(({ contender }, at) => {
      const held = units[at] ?? 0;
      return held > 0 && held < contender.floor;
    });
    if (drop === -1) {
      const result = contenders.map(() => 0);
      pool.forEach(({ index }, at) => {
        result[index] = units[at] ?? 0;
      });
      return result;
    }
    pool = pool.toSpliced(drop, 1);
  }
}

function solve(pool: readonly Vessel[], caps: GroupCaps, positions: number): number[] {
  const picked = new Set(firstPicks(pool, caps, positions));
  for (;;) {
    const indexes = [...picked];
    const vessels = indexes.flatMap((index) => pool[index] ?? []);
    const poured = fill(vessels, caps, UNITS);
    const next = nextWithRoom(pool, picked, vessels, poured, caps);
    if (next === undefined) {
      const start = pool.map(() => 0);
      indexes.forEach((index, at) => {
        // What the rounding leaves over is poured by `augment`, to the best ones first.
        start[index] = Math.floor((poured[at] ?? 0) + 1e-6);
      });
      return augment(pool, caps, UNITS, start);
    }
    picked.add(next);
  }
}

/** The best contenders, as many as `positions`, that do not only compete for what others before them could take. */
function firstPicks(pool: readonly Vessel[], caps: GroupCaps, positions: number): number[] {
  const picks: number[] = [];
  const possible = new Levels(caps);
  for (const [index, vessel] of pool.entries()) {
    if (picks.length === positions) break;
    if (possible.room(vessel, 'protocol') <= 0 || possible.room(vessel, 'chain') <= 0) continue;
    possible.add(vessel, vessel.cap);
    picks.push(index);
  }
  return picks;
}

/** The best contender outside the picked ones that could still take a unit, if any is left to give. */
function nextWithRoom(
  pool: readonly Vessel[],
  picked: ReadonlySet<number>,
  vessels: readonly Vessel[],
  poured: readonly number[],
  caps: GroupCaps,
): number | undefined {
  const sum = poured.reduce((total, units) => total + units, 0);
  if (sum >= UNITS - 0.5) return undefined;
  const levels = new Levels(caps);
  vessels.forEach((vessel, at) => {
    levels.add(vessel, poured[at] ?? 0);
  });
  const next = pool.findIndex((vessel, index) => !picked.has(index) && roomOf(vessel, 0, levels) >= 1);
  return next === -1 ? undefined : next;
}
