import { type GroupCaps, Levels, roomOf, type Vessel } from './fill.ts';

/** A step of a path: pour into a vessel, or take back out of it. */
interface Step {
  readonly vessel: number;
  readonly sign: 1 | -1;
}

/**
 * Raises an allocation in whole units to the most that the caps allow, at most `total`.
 *
 * A vessel joins its protocol to its chain, so that an allocation is a flow from protocols to chains. While a unit is
 * missing, a shortest path is searched from a protocol with room to a chain with room, which may take out of one
 * vessel what it pours into two others (Edmonds and Karp). Vessels are tried in their order, so that the earlier
 * ones gain. When no such path is left, no allocation under these caps holds more.
 */
export function augment(
  vessels: readonly Vessel[],
  caps: GroupCaps,
  total: number,
  start: readonly number[],
): number[] {
  const held = [...start];
  const levels = new Levels(caps);
  vessels.forEach((vessel, index) => {
    levels.add(vessel, held[index] ?? 0);
  });
  let left = total - held.reduce((sum, units) => sum + units, 0);
  const pour = (index: number, vessel: Vessel, units: number) => {
    held[index] = (held[index] ?? 0) + units;
    levels.add(vessel, units);
  };
  vessels.forEach((vessel, index) => {
    const units = Math.min(left, roomOf(vessel, held[index] ?? 0, levels));
    if (units <= 0) return;
    pour(index, vessel, units);
    left -= units;
  });
  while (left > 0) {
    const path = findPath(vessels, held, levels);
    if (path === undefined) return held;
    const units = Math.min(left, widthOf(path, vessels, held, levels));
    for (const { vessel: index, sign } of path) {
      const vessel = vessels[index];
      if (vessel !== undefined) pour(index, vessel, sign * units);
    }
    left -= units;
  }
  return held;
}

/** How many units the path carries: the least of its vessels' room or content and of its ends' room. */
function widthOf(
  path: readonly Step[],
  vessels: readonly Vessel[],
  held: readonly number[],
  levels: Levels,
): number {
  const widths = path.map(({ vessel: index, sign }) => {
    const content = held[index] ?? 0;
    return sign === 1 ? (vessels[index]?.cap ?? 0) - content : content;
  });
  const first = vessels[path[0]?.vessel ?? -1];
  const last = vessels[path.at(-1)?.vessel ?? -1];
  if (first === undefined || last === undefined) return 0;
  return Math.min(...widths, levels.room(first, 'protocol'), levels.room(last, 'chain'));
}

/** A shortest path of vessels from a protocol with room to a chain with room, found breadth first. */
function findPath(
  vessels: readonly Vessel[],
  held: readonly number[],
  levels: Levels,
): readonly Step[] | undefined {
  const byProtocol = Map.groupBy(vessels.keys(), (index) => vessels[index]?.protocol);
  const byChain = Map.groupBy(vessels.keys(), (index) => vessels[index]?.chain);
  // The way by which each protocol and chain was first reached.
  const reached = new Map<string, readonly Step[]>();
  const queue: { kind: 'protocol' | 'chain'; name: string }[] = [];
  const reach = (kind: 'protocol' | 'chain', name: string, path: readonly Step[]) => {
    if (reached.has(`${kind}:${name}`)) return;
    reached.set(`${kind}:${name}`, path);
    queue.push({ kind, name });
  };
  for (const vessel of vessels) {
    if (levels.room(vessel, 'protocol') > 0) reach('protocol', vessel.protocol, []);
  }
  for (const { kind, name } of queue) {
    const path = reached.get(`${kind}:${name}`) ?? [];
    const edges = (kind === 'protocol' ? byProtocol : byChain).get(name) ?? [];
    for (const index of edges) {
      const vessel = vessels[index];
      if (vessel === undefined) continue;
      const content = held[index] ?? 0;
      if (kind === 'protocol' && content < vessel.cap) {
        const longer = [...path, { vessel: index, sign: 1 } as const];
        if (levels.room(vessel, 'chain') > 0) return longer;
        reach('chain', vessel.chain, longer);
      } else if (kind === 'chain' && content > 0) {
        reach('protocol', vessel.protocol, [...path, { vessel: index, sign: -1 }]);
      }
    }
  }
  return undefined;
}
